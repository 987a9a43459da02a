import { describe, expect, test } from 'vitest'
import { businessDate, formatDate, formatInstant, formatMoney, formatPoints } from './format.ts'

describe('money', () => {
  test.each([
    ['1234567.50', '1,234,567.50'],
    ['0.00', '0.00'],
    ['-1234.5', '-1,234.50'],
    ['999', '999.00'],
    ['999999999999.99', '999,999,999,999.99'],
    ['12.3456', '12.3456'],
  ])('%s is written as %s', (amount, written) => {
    expect(formatMoney(amount)).toBe(written)
  })

  test('that is not there is written as nothing', () => {
    expect([formatMoney(null), formatMoney(undefined), formatMoney('')]).toEqual(['', '', ''])
  })
})

test('points are grouped by thousands', () => {
  expect([0, 999, 1000, -1234567].map(formatPoints)).toEqual(['0', '999', '1,000', '-1,234,567'])
})

test('dates are written day first', () => {
  expect(formatDate('2026-01-31')).toBe('31/01/2026')
  expect(formatDate('2026-01-31', { dashes: true })).toBe('31-01-2026')
})

describe('moments are written as the clock in the business zone shows them', () => {
  test.each([
    ['2026-01-31T06:05:09Z', '31/01/2026 02:05:09 PM'],
    ['2026-01-31T16:00:00Z', '01/02/2026 12:00:00 AM'],
    ['2026-01-31T04:00:00.123Z', '31/01/2026 12:00:00 PM'],
  ])('%s as %s', (instant, written) => {
    expect(formatInstant(instant)).toBe(written)
  })

  test('and belong to its day', () => {
    expect(businessDate('2026-01-31T16:00:00Z')).toBe('2026-02-01')
  })
})
