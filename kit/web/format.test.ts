import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  businessDate,
  formatBytes,
  formatDate,
  formatDecimal,
  formatInstant,
  formatMoney,
  formatPercent,
  formatPoints,
  formatRelativeDate,
  formatShortDate,
  formatShortInstant,
  formatSigned,
  listSeparator,
  setBusinessSettings,
  setFormatLanguage,
} from './format.ts'

const resetFormat = () => {
  setFormatLanguage('en')
  setBusinessSettings({ timeZone: 'Asia/Kuala_Lumpur', currency: '' })
}
beforeEach(resetFormat)
afterEach(resetFormat)

describe('formatting of money', () => {
  test.each([
    ['1234567.50', '1,234,567.50'],
    ['0.00', '0.00'],
    ['-1234.5', '−1,234.50'],
    ['999', '999.00'],
    ['999999999999.99', '999,999,999,999.99'],
    ['12.3456', '12.3456'],
  ])('money: %s is formatted as %s', (amount, expected) => {
    expect(formatMoney(amount)).toBe(expected)
  })

  test('money: a missing amount is shown as an empty text', () => {
    expect([formatMoney(null), formatMoney(undefined), formatMoney('')]).toEqual(['', '', ''])
  })
})

test('points: a number has thousands separators', () => {
  expect([0, 999, 1000, -1234567].map(formatPoints)).toEqual(['0', '999', '1,000', '−1,234,567'])
})

test('dates: the day comes first', () => {
  expect(formatDate('2026-01-31')).toBe('31/01/2026')
  expect(formatDate('2026-01-31', { dashes: true })).toBe('31-01-2026')
})

describe('instants in the business time zone', () => {
  test.each([
    ['2026-01-31T06:05:09Z', '31/01/2026 02:05:09 PM'],
    ['2026-01-31T16:00:00Z', '01/02/2026 12:00:00 AM'],
    ['2026-01-31T04:00:00.123Z', '31/01/2026 12:00:00 PM'],
  ])('instant in the business time zone: %s is formatted as %s', (instant, expected) => {
    expect(formatInstant(instant)).toBe(expected)
  })

  test('instant in the business time zone: the date shown is the business date', () => {
    expect(businessDate('2026-01-31T16:00:00Z')).toBe('2026-02-01')
    expect(formatDate('2026-01-31T16:00:00Z')).toBe('01/02/2026')
    expect(formatShortDate('2026-01-31T16:00:00Z')).toBe('1 Feb 2026')
    expect(formatDate('2026-01-31T23:59:59')).toBe('31/01/2026')
  })
})

test('numbers: French shows 1 355 and 3 500,00 MYR, and other languages show 1,355 and MYR 3,500.00', () => {
  setBusinessSettings({ timeZone: 'Asia/Kuala_Lumpur', currency: 'MYR' })
  expect([formatPoints(1355), formatMoney('-3500', { currency: true })]).toEqual(['1,355', '−MYR\u00a03,500.00'])
  setFormatLanguage('fr')
  expect([formatPoints(1355), formatMoney('3500', { currency: true }), formatMoney('1234567.5')]).toEqual([
    '1\u202f355',
    '3\u202f500,00\u00a0MYR',
    '1\u202f234\u202f567,50',
  ])
})

test('shares and averages: numbers keep their decimals and have the separators of the language', () => {
  expect([formatDecimal('-1234.50'), formatDecimal('7'), formatDecimal('Unknown')]).toEqual([
    '−1,234.50',
    '7',
    'Unknown',
  ])
  expect([formatPercent('12.5'), formatPercent(100 / 3, 1), formatPercent(7)]).toEqual(['12.5%', '33.3%', '7%'])
  setFormatLanguage('fr')
  expect([formatDecimal('1234.50'), formatPercent('12.5')]).toEqual(['1\u202f234,50', '12,5\u00a0%'])
})

test('signed points: a number has the sign + or −', () => {
  expect([510, -90, 0].map(formatSigned)).toEqual(['+510', '−90', '0'])
})

describe('formatting of short dates', () => {
  test.each([
    ['en', '22 Nov 2026'],
    ['fr', '22 nov. 2026'],
    ['zh', '2026年11月22日'],
    ['ja', '2026年11月22日'],
  ])('short date: in the language %s, 22 November 2026 is formatted as %s', (language, expected) => {
    setFormatLanguage(language)
    expect(formatShortDate('2026-11-22')).toBe(expected)
  })

  test.each([
    ['2026-11-22', 'Today'],
    ['2026-11-23', 'Tomorrow'],
    ['2026-11-25', 'In 3 days'],
    ['2026-11-21', 'Yesterday'],
    ['2026-12-31', '31 Dec 2026'],
  ])('near date: on 22 November 2026, %s is formatted as %s', (date, expected) => {
    expect(formatRelativeDate(date, '2026-11-22')).toBe(expected)
  })

  test.each([
    ['2026-11-22T05:10:00Z', 'Today, 1:10 pm'],
    ['2026-11-02T02:05:00Z', '2 Nov, 10:05 am'],
    ['2025-12-12T02:05:00Z', '12 Dec 2025, 10:05 am'],
  ])('short instant: on 22 November 2026, %s is formatted as %s', (instant, expected) => {
    expect(formatShortInstant(instant, '2026-11-22')).toBe(expected)
  })
})

test.each([
  [12, '12 B'],
  [2048, '2 kB'],
  [200 * 1024 * 1024, '200 MB'],
])('formatBytes: %i bytes become %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('list of words: words are separated by a comma, and in Chinese and Japanese by "、"', () => {
  const words = ['en', 'fr', 'zh', 'ja'].map((language) => {
    setFormatLanguage(language)
    return ['A', 'B'].join(listSeparator())
  })
  resetFormat()
  expect(words).toEqual(['A, B', 'A, B', 'A、B', 'A、B'])
})
