import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupedAmount, settledAmount, typedAmount } from './money.ts'

describe('typing an amount', () => {
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
  ])('%s is kept as %s', (typed, kept) => {
    expect(typedAmount(typed)).toBe(kept)
  })

  test('a minus is not taken where nothing may be negative', () => {
    expect(typedAmount('-5', { negative: false })).toBe('5')
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
])('%j settles as %j', (typed, settled) => {
  expect(settledAmount(typed)).toBe(settled)
})

test.each([
  ['1234567.50', '1,234,567.50'],
  ['-1234', '-1,234'],
  ['999', '999'],
  ['', ''],
])('%j reads as %j', (amount, shown) => {
  expect(groupedAmount(amount)).toBe(shown)
})

test('no amount loses a cent between the key and the call', () => {
  const cents = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n })
  fc.assert(
    fc.property(cents, (amount) => {
      const digits = `${amount < 0n ? -amount : amount}`.padStart(3, '0')
      const text = `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
      expect(settledAmount(typedAmount(groupedAmount(text)))).toBe(text)
    }),
  )
})
