import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addThousandsSeparators, cleanTypedAmount, normalizeAmount } from './money.ts'

describe('input of an amount', () => {
  test.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['RM 1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234', '1234'],
    ['12.345', '12.34'],
    ['1.2.3', '1.23'],
    ['-5', '-5'],
    ['−5', '-5'],
    ['(5)', '-5'],
    ['abc', ''],
    ['.5', '.5'],
  ])('amount input: %s becomes %s', (typed, normalized) => {
    expect(cleanTypedAmount(typed)).toBe(normalized)
  })

  test('amount input: a minus is removed where negative amounts are not allowed', () => {
    expect(cleanTypedAmount('-5', { negative: false })).toBe('5')
  })
})

test.each([
  ['5', '5.00'],
  ['.5', '0.50'],
  ['007.1', '7.10'],
  ['-0', '0.00'],
  ['-3.1', '-3.10'],
  ['', ''],
  ['-', ''],
])('amount input: on leaving the field, %j becomes %j', (typed, settled) => {
  expect(normalizeAmount(typed)).toBe(settled)
})

test.each([
  ['1234567.50', '1,234,567.50'],
  ['-1234', '-1,234'],
  ['999', '999'],
  ['', ''],
])('amount input: the value %j is shown as %j', (amount, displayed) => {
  expect(addThousandsSeparators(amount)).toBe(displayed)
})

test('amount input: formatting, typing and normalising keep every cent', () => {
  const cents = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n })
  fc.assert(
    fc.property(cents, (amount) => {
      const digits = `${amount < 0n ? -amount : amount}`.padStart(3, '0')
      const text = `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
      expect(normalizeAmount(cleanTypedAmount(addThousandsSeparators(text)))).toBe(text)
    }),
  )
})
