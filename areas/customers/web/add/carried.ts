import { NRIC, plainIdentity, readNric } from '../../contract/nric.ts'

/** What was looked for at the counter and not found, put into the field where it belongs. */
export function carriedOver(typed: string, today: string): Record<string, string> {
  const text = typed.trim()
  const plain = plainIdentity(text)
  if (text === '') return {}
  if (text.includes('@')) return { Email: text.toLowerCase() }
  // Twelve digits may also be a phone with its country code; only an identity number begins with a date.
  if (!text.startsWith('+') && readNric(plain, today).DateOfBirth) return { IdType: NRIC, IdNo: plain }
  if (/^\+?[\d ()./-]{6,25}$/.test(text)) return { ContactNo: text }
  if (!/\d/.test(text)) return { FullName: text.toUpperCase() }
  // Letters and many digits are a membership number that does not exist; a passport is shorter.
  return /^[A-Z]{1,2}\d{6,8}$/.test(plain) ? { IdType: 'Passport', IdNo: plain } : {}
}
