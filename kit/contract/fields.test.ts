import { describe, expect, test } from 'vitest'
import {
  codeText,
  DateOnly,
  Email,
  MoneyInput,
  optionalField,
  Phone,
  PointsAmount,
  RateInput,
  text,
  UnitPriceInput,
  upperCaseText,
} from './fields.ts'

describe('money field', () => {
  test.each([
    ['1', '1.00'],
    ['0012.5', '12.50'],
    [0.1, '0.10'],
    [1e-2, '0.01'],
    [-0, '0.00'],
    ['-0.00', '0.00'],
    ['999999999999.99', '999999999999.99'],
    ['1.500', '1.50'],
    [-12.34, '-12.34'],
  ])('money: %s is read as %s', (typed, read) => expect(MoneyInput.parse(typed)).toBe(read))

  test.each([
    '0.005',
    1.005,
    '1e3',
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    ' ',
    '1,000.00',
    '0x10',
    1e-9,
    '1000000000000',
    [7],
    null,
    {},
  ])('money: %s is refused', (typed) => expect(MoneyInput.safeParse(typed).success).toBe(false))
})

test.each([
  ['1.005', '1.01'],
  [1.005, '1.01'],
  ['0.005', '0.01'],
  ['0.004', '0.00'],
  ['-0.004', '0.00'],
  ['-1.005', '-1.01'],
  [999999.995, '1000000.00'],
  ['2.675', '2.68'],
  [10, '10.00'],
])('rate: %s is rounded half up to %s', (typed, read) => expect(RateInput.parse(typed)).toBe(read))

test('unit price: four decimals are accepted, and a fifth is refused', () =>
  expect([UnitPriceInput.parse('2.5551'), UnitPriceInput.safeParse('2.55551').success]).toEqual(['2.5551', false]))

test.each([0, -1, 0.5, 2 ** 53, 1_000_000_001, '12', Number.NaN, null])('points: %s is refused', (typed) =>
  expect(PointsAmount.safeParse(typed).success).toBe(false),
)

describe('text field', () => {
  test('text: spaces at both ends are removed, and accents are stored in one normal form', () =>
    expect(text(10).parse('  Zoe\u0308 ')).toBe('Zoë'))

  test.each(['a\u0000b', 'a\ud800', '\udc00b', 'a\ufffdb', 'a\tb', 'a\nb', '', '   ', '\u202e\u200b'])(
    'text: %j is refused',
    (typed) => expect(text(10).safeParse(typed).success).toBe(false),
  )

  test.each(['a\u202eb', 'a\u2066b', 'a\u200bb', 'a\ufeffb'])('text: invisible characters of %j are removed', (typed) =>
    expect(text(10).parse(typed)).toBe('ab'),
  )

  test('text: emoji and all scripts are accepted', () => expect(text(20).parse('林💍 فاطمة')).toBe('林💍 فاطمة'))

  test('text: the maximum length applies after the conversion to capitals, which can lengthen a text', () =>
    expect(upperCaseText(3).safeParse('ßß').success).toBe(false))

  test('code: a code with spaces is refused', () =>
    expect([codeText(20).parse('gold_1'), codeText(20).safeParse('GO LD').success]).toEqual(['GOLD_1', false]))

  test('optional text: an empty text clears the field, and an omitted field stays unchanged', () =>
    expect([
      optionalField(text(5)).parse(''),
      optionalField(text(5)).parse(null),
      optionalField(text(5)).parse(undefined),
    ]).toEqual([null, null, undefined]))
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '1799-01-01'])(
  'date: %s is refused',
  (typed) => expect(DateOnly.safeParse(typed).success).toBe(false),
)

test('date: 29 February is accepted in leap years', () =>
  expect([DateOnly.safeParse('2024-02-29').success, DateOnly.safeParse('1900-02-29').success]).toEqual([true, false]))

describe('e-mail address field', () => {
  test.each([
    'a@b.co',
    'First.Last+tag@sub.example.com',
    'mei@münchen.de',
    '小明@例え.jp',
    'a@xn--mnchen-3ya.xn--p1ai',
  ])('e-mail address: %s is accepted in lower case', (typed) => expect(Email.parse(typed)).toBe(typed.toLowerCase()))
  test.each([
    'mei.@b.co',
    '.mei@b.co',
    'm..ei@b.co',
    `${'a'.repeat(65)}@b.co`,
    'a@b。co',
    'a@b',
    'a b@c.co',
    '@c.co',
    'a@@c.co',
    'a@c..co',
    'a@-c',
  ])('e-mail address: %s is refused', (typed) => expect(Email.safeParse(typed).success).toBe(false))
  test('e-mail address: full-width characters are accepted', () =>
    expect(Email.parse('ＭＥＩ＠ｂ．ｃｏ')).toBe('mei@b.co'))
  test('e-mail address: a text of a hundred thousand characters is refused without delay', () =>
    expect(Email.safeParse(`${'a.'.repeat(50_000)}@${'b-'.repeat(50_000)}`).success).toBe(false))
})

describe('telephone number field', () => {
  test.each([
    ['012-3456789 (wife)', '012-3456789'],
    ['tel:+60-12-345-6789;ext=12', '+60-12-345-6789'],
    ['\u202a012–345\u00a06789\u202c', '012-345 6789'],
    ['０１２－３４５６７８９', '012-3456789'],
    ['H/P: 012-3456789', '012-3456789'],
    ['(03) 7654 3210', '(03) 7654 3210'],
    ['03/76543210', '03/76543210'],
    ['012-3456789 / 03-76543210', '012-3456789 / 03-76543210'],
    ['Tel: 012-3456789 (me), HP: 03-76543210 (office)', '012-3456789 / 03-76543210'],
    ['012-3456789 or 03-76543210', '012-3456789 / 03-76543210'],
  ])('telephone number: %j is read as %j', (typed, read) => expect(Phone.parse(typed)).toBe(read))

  test.each(['call me', '12', '012-3456789, 03-76543210, 04-2345678', '012-3456789x'])(
    'telephone number: %j is refused',
    (typed) => expect(Phone.safeParse(typed).success).toBe(false),
  )
})
