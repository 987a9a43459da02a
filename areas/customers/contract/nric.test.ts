import { describe, expect, test } from 'vitest'
import { findNricWarnings, normaliseIdentityNo, parseNric } from './nric.ts'

const today = '2026-05-10'

describe('NRIC', () => {
  test.each([
    ['850505-14-5555', '1985-05-05', 'Male'],
    ['260510-10-0002', '2026-05-10', 'Female'],
    ['260511-10-0002', '1926-05-11', 'Female'],
    ['000229-08-0013', '2000-02-29', 'Male'],
  ])('NRIC %s contains the birth date %s and the gender %s', (idNo, DateOfBirth, Gender) => {
    expect(parseNric(idNo, today)).toEqual({ DateOfBirth, Gender, Warnings: [] })
  })

  test.each([
    ['85050514555', 'length'],
    ['8505051455555', 'length'],
    ['A50505145555', 'length'],
    ['', 'length'],
    ['851305-14-5555', 'date'],
    ['850230-14-5555', 'date'],
    ['850500-14-5555', 'date'],
  ])('NRIC %s gets the warning "%s" and gives no birth date', (idNo, warning) => {
    const read = parseNric(idNo, today)
    expect(read.Warnings).toEqual([warning])
    expect(read.DateOfBirth).toBeNull()
  })

  test.each(['00', '17', '20', '69', '70', '73', '80', '81', '94', '97'])(
    'NRIC: the unknown place code %s gives a warning',
    (code) => {
      expect(parseNric(`850505${code}5555`, today).Warnings).toEqual(['place'])
    },
  )

  test.each(['01', '16', '21', '59', '68', '71', '72', '74', '79', '82', '93', '98', '99'])(
    'NRIC: the place code %s is valid',
    (code) => {
      expect(parseNric(`850505${code}5555`, today).Warnings).toEqual([])
    },
  )
})

describe('customer details compared with the NRIC', () => {
  const holder = { IdType: 'NRIC', IdNo: '850505145555', DateOfBirth: '1985-05-05', Gender: 'Male' }

  test('customer details that match the NRIC give no warning', () => {
    expect(findNricWarnings(holder, today)).toEqual([])
  })

  test('NRIC with a two-digit year: a birth date a hundred years earlier matches, too', () => {
    expect(findNricWarnings({ ...holder, DateOfBirth: '1885-05-05' }, today)).toEqual([])
  })

  test.each([
    [{ DateOfBirth: '1985-05-06' }, ['birthDateDiffers']],
    [{ Gender: 'Female' }, ['genderDiffers']],
    [{ Gender: 'Other' }, []],
    [{ DateOfBirth: null, Gender: null }, []],
    [{ IdType: 'Passport', Gender: 'Female' }, []],
    [{ IdNo: null }, []],
  ])('customer details with %j give the warnings %j', (differing, warnings) => {
    expect(findNricWarnings({ ...holder, ...differing }, today)).toEqual(warnings)
  })
})

test('identity number: spaces and hyphens are removed', () => {
  expect(normaliseIdentityNo(' 850505-14.55/55 ')).toBe('850505145555')
})
