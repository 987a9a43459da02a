import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** A telephone number as E.164, Malaysian when no country is typed; undefined when it is none. */
export function phoneOf(typed: string): string | undefined {
  const parsed = parsePhoneNumberFromString(typed, 'MY')
  return parsed?.isValid() ? parsed.number : undefined
}

/** The beginning of an E.164 number that a half-typed one stands for. */
export function phonePrefixOf(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (typed.trim().startsWith('+') || digits.startsWith('60')) return `+${digits}`
  return `+60${digits.replace(/^0/, '')}`
}
