import { describe, expect, test } from 'vitest'
import {
  code,
  DateOnly,
  Email,
  MoneyInput,
  optional,
  Phone,
  PointsAmount,
  RateInput,
  text,
  UnitPriceInput,
  upperText,
} from './fields.ts'

describe('money', () => {
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
  ])('%s is read as %s', (typed, read) => expect(MoneyInput.parse(typed)).toBe(read))

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
  ])('%s is refused', (typed) => expect(MoneyInput.safeParse(typed).success).toBe(false))
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
])('the rate %s is rounded half up to %s', (typed, read) => expect(RateInput.parse(typed)).toBe(read))

test('unit prices keep four decimals', () =>
  expect([UnitPriceInput.parse('2.5551'), UnitPriceInput.safeParse('2.55551').success]).toEqual(['2.5551', false]))

test.each([0, -1, 0.5, 2 ** 53, 1_000_000_001, '12', Number.NaN, null])('%s is not a number of points', (typed) =>
  expect(PointsAmount.safeParse(typed).success).toBe(false),
)

describe('text', () => {
  test('text: is trimmed and brought to one form of its accents', () =>
    expect(text(10).parse('  Zoe\u0308 ')).toBe('Zoë'))

  test.each(['a\u0000b', 'a\ud800', '\udc00b', 'a\ufffdb', 'a\tb', 'a\nb', '', '   ', '\u202e\u200b'])(
    '%j is refused',
    (typed) => expect(text(10).safeParse(typed).success).toBe(false),
  )

  test.each(['a\u202eb', 'a\u2066b', 'a\u200bb', 'a\ufeffb'])('%j loses what is invisible', (typed) =>
    expect(text(10).parse(typed)).toBe('ab'),
  )

  test('text: may hold emoji and every script', () => expect(text(20).parse('林💍 فاطمة')).toBe('林💍 فاطمة'))

  test('text: that grows in upper case is measured after it grew', () =>
    expect(upperText(3).safeParse('ßß').success).toBe(false))

  test('text: of a code has no blanks', () =>
    expect([code(20).parse('gold_1'), code(20).safeParse('GO LD').success]).toEqual(['GOLD_1', false]))

  test('text: that is optional and empty is cleared, and not sent is left alone', () =>
    expect([optional(text(5)).parse(''), optional(text(5)).parse(null), optional(text(5)).parse(undefined)]).toEqual([
      null,
      null,
      undefined,
    ]))
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', '1799-01-01'])(
  '%s is not a date',
  (typed) => expect(DateOnly.safeParse(typed).success).toBe(false),
)

test('the 29th of February exists in leap years', () =>
  expect([DateOnly.safeParse('2024-02-29').success, DateOnly.safeParse('1900-02-29').success]).toEqual([true, false]))

describe('an e-mail address', () => {
  test.each([
    'a@b.co',
    'First.Last+tag@sub.example.com',
    'mei@münchen.de',
    '小明@例え.jp',
    'a@xn--mnchen-3ya.xn--p1ai',
  ])('%s is accepted in lower case', (typed) => expect(Email.parse(typed)).toBe(typed.toLowerCase()))
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
  ])('%s is refused', (typed) => expect(Email.safeParse(typed).success).toBe(false))
  test('an e-mail address: is read in full width', () => expect(Email.parse('ＭＥＩ＠ｂ．ｃｏ')).toBe('mei@b.co'))
  test('an e-mail address: of a hundred thousand characters is refused at once', () =>
    expect(Email.safeParse(`${'a.'.repeat(50_000)}@${'b-'.repeat(50_000)}`).success).toBe(false))
})

describe('a telephone number', () => {
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
  ])('%j is read as %j', (typed, read) => expect(Phone.parse(typed)).toBe(read))

  test.each(['call me', '12', '012-3456789, 03-76543210, 04-2345678', '012-3456789x'])('%j is refused', (typed) =>
    expect(Phone.safeParse(typed).success).toBe(false),
  )
})
