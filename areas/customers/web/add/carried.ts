import { NRIC_ID_TYPE, normaliseIdentityNo, parseNric } from '../../contract/nric.ts'

/** Returns the field of the registration form into which the text of an unsuccessful search is filled. */
export function prefillFieldFromSearch(typed: string, today: string): Record<string, string> {
  const text = typed.trim()
  const plain = normaliseIdentityNo(text)
  if (text === '') return {}
  if (text.includes('@')) return { Email: text.toLowerCase() }
  // Twelve digits may also be a phone number with country code, so an identity number must begin with a date.
  if (!text.startsWith('+') && parseNric(plain, today).DateOfBirth) return { IdType: NRIC_ID_TYPE, IdNo: plain }
  if (/^\+?[\d ()./-]{6,25}$/.test(text)) return { ContactNo: text }
  if (!/\d/.test(text)) return { FullName: text.toUpperCase() }
  // Letters with many digits are an unknown membership number, because passport numbers are shorter.
  return /^[A-Z]{1,2}\d{6,8}$/.test(plain) ? { IdType: 'Passport', IdNo: plain } : {}
}
