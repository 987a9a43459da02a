import { describe, expect, test } from 'vitest'
import { nricWarnings, plainIdentity, readNric } from './nric.ts'

const today = '2026-05-10'

describe('an NRIC', () => {
  test.each([
    ['850505-14-5555', '1985-05-05', 'Male'],
    ['260510-10-0002', '2026-05-10', 'Female'],
    ['260511-10-0002', '1926-05-11', 'Female'],
    ['000229-08-0013', '2000-02-29', 'Male'],
  ])('%s tells the birth date %s and %s', (idNo, DateOfBirth, Gender) => {
    expect(readNric(idNo, today)).toEqual({ DateOfBirth, Gender, Warnings: [] })
  })

  test.each([
    ['85050514555', 'length'],
    ['8505051455555', 'length'],
    ['A50505145555', 'length'],
    ['', 'length'],
    ['851305-14-5555', 'date'],
    ['850230-14-5555', 'date'],
    ['850500-14-5555', 'date'],
  ])('%s is doubted for its %s and tells no birth date', (idNo, warning) => {
    const read = readNric(idNo, today)
    expect(read.Warnings).toEqual([warning])
    expect(read.DateOfBirth).toBeNull()
  })

  test.each(['00', '17', '20', '69', '70', '73', '80', '81', '94', '97'])('with the place %s is doubted', (place) => {
    expect(readNric(`850505${place}5555`, today).Warnings).toEqual(['place'])
  })

  test.each(['01', '16', '21', '59', '68', '71', '72', '74', '79', '82', '93', '98', '99'])(
    'may name the place %s',
    (place) => {
      expect(readNric(`850505${place}5555`, today).Warnings).toEqual([])
    },
  )
})

describe('a customer beside the number', () => {
  const holder = { IdType: 'NRIC', IdNo: '850505145555', DateOfBirth: '1985-05-05', Gender: 'Male' }

  test('fits', () => {
    expect(nricWarnings(holder, today)).toEqual([])
  })

  test('fits a century earlier too, because the number has two digits of the year', () => {
    expect(nricWarnings({ ...holder, DateOfBirth: '1885-05-05' }, today)).toEqual([])
  })

  test.each([
    [{ DateOfBirth: '1985-05-06' }, ['birthDateDiffers']],
    [{ Gender: 'Female' }, ['genderDiffers']],
    [{ Gender: 'Other' }, []],
    [{ DateOfBirth: null, Gender: null }, []],
    [{ IdType: 'Passport', Gender: 'Female' }, []],
    [{ IdNo: null }, []],
  ])('%j is warned of as %j', (differing, warnings) => {
    expect(nricWarnings({ ...holder, ...differing }, today)).toEqual(warnings)
  })
})

test('separators do not count', () => {
  expect(plainIdentity(' 850505-14.55/55 ')).toBe('850505145555')
})
