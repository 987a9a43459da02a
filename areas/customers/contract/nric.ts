// Reads a Malaysian identity number (NRIC) with the format YYMMDD-PB-###G.
// The birth date in the number may be wrong or a century off, and the number has no check digit.
// The result of reading an NRIC is therefore only a hint: a mismatch warns and never blocks.

import { normaliseCode } from '#kit/contract/normal-form.ts'

export type NricWarning = 'length' | 'date' | 'place' | 'birthDateDiffers' | 'genderDiffers'

export type NricDetails = {
  DateOfBirth: string | null
  Gender: 'Male' | 'Female' | null
  Warnings: NricWarning[]
}

/** The identity type of Malaysian identity cards, to which the rules for an NRIC apply. */
export const NRIC_ID_TYPE = 'NRIC'

/** Normalises an identity number to the stored form: upper case without separators. */
export const normaliseIdentityNo = (typed: string) =>
  normaliseCode(typed)
    .toUpperCase()
    .replace(/[\s\-./]/g, '')

/** Reads birth date and gender out of an NRIC. `today` (YYYY-MM-DD) decides the century. */
export function parseNric(typed: string, today: string): NricDetails {
  const digits = normaliseIdentityNo(typed)
  if (!/^\d{12}$/.test(digits)) return { DateOfBirth: null, Gender: null, Warnings: ['length'] }
  const DateOfBirth = birthDate(digits.slice(0, 6), today)
  const Warnings: NricWarning[] = []
  if (!DateOfBirth) Warnings.push('date')
  if (!isPlace(Number(digits.slice(6, 8)))) Warnings.push('place')
  return { DateOfBirth, Gender: Number(digits[11]) % 2 === 1 ? 'Male' : 'Female', Warnings }
}

/** Returns a warning for each customer detail that contradicts the NRIC; empty for other identity types. */
export function findNricWarnings(
  customer: { IdType?: string | null; IdNo?: string | null; DateOfBirth?: string | null; Gender?: string | null },
  today: string,
): NricWarning[] {
  if (customer.IdType !== NRIC_ID_TYPE || !customer.IdNo) return []
  const { DateOfBirth, Gender, Warnings } = parseNric(customer.IdNo, today)
  // An NRIC contains only the last two digits of the birth year, so only these digits can differ.
  if (DateOfBirth && customer.DateOfBirth && DateOfBirth.slice(2) !== customer.DateOfBirth.slice(2))
    Warnings.push('birthDateDiffers')
  if (Gender && (customer.Gender === 'Male' || customer.Gender === 'Female') && Gender !== customer.Gender)
    Warnings.push('genderDiffers')
  return Warnings
}

function birthDate(yymmdd: string, today: string) {
  const [year, month, day] = [yymmdd.slice(0, 2), yymmdd.slice(2, 4), yymmdd.slice(4, 6)]
  const century = Number(today.slice(0, 2))
  const date =
    `${century}${year}-${month}-${day}` <= today
      ? `${century}${year}-${month}-${day}`
      : `${century - 1}${year}-${month}-${day}`
  const read = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : null
}

// The valid place codes of the national registration department for states, countries and regions of birth.
const places: readonly (readonly [number, number])[] = [
  [1, 16],
  [21, 68],
  [71, 72],
  [74, 79],
  [82, 93],
  [98, 99],
]
const isPlace = (code: number) => places.some(([from, to]) => code >= from && code <= to)
