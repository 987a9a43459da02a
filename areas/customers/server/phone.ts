import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { extractPhoneNumbers, normaliseCode } from '#kit/contract/normal-form.ts'

/** Parses the first phone number of a text to E.164; undefined if invalid. The default country is Malaysia. */
export const parsePhone = (typed: string): string | undefined => e164(extractPhoneNumbers(typed)[0]!)

/** Parses a field with one or two phone numbers to E.164; undefined if a number is invalid. */
export function parsePhones(typed: string): [first: string, second?: string] | undefined {
  const numbers = extractPhoneNumbers(typed).map(e164)
  return numbers.length <= 2 && !numbers.includes(undefined) ? (numbers as [string, string?]) : undefined
}

function e164(typed: string) {
  const parsed = parsePhoneNumberFromString(typed, 'MY')
  return parsed?.isValid() ? parsed.number : undefined
}

/** Returns the E.164 prefix of a partly typed phone number. */
export function toPhoneNumberPrefix(text: string): string {
  const typed = normaliseCode(text).replace(/^tel:/i, '')
  const digits = typed.replace(/\D/g, '')
  if (typed.startsWith('+') || digits.startsWith('60')) return `+${digits}`
  return `+60${digits.replace(/^0/, '')}`
}
