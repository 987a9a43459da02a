import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { normaliseCode, phonesIn } from '#kit/contract/normal-form.ts'

/** A telephone number as E.164, Malaysian when no country is typed; undefined when it is none. Of two the first. */
export const phoneOf = (typed: string): string | undefined => e164(phonesIn(typed)[0]!)

/** The numbers of a field with one or two, each as E.164; undefined when any of them is none. */
export function phonesOf(typed: string): [first: string, second?: string] | undefined {
  const numbers = phonesIn(typed).map(e164)
  return numbers.length <= 2 && !numbers.includes(undefined) ? (numbers as [string, string?]) : undefined
}

function e164(typed: string) {
  const parsed = parsePhoneNumberFromString(typed, 'MY')
  return parsed?.isValid() ? parsed.number : undefined
}

/** The beginning of an E.164 number that a half-typed one stands for. */
export function phonePrefixOf(text: string): string {
  const typed = normaliseCode(text).replace(/^tel:/i, '')
  const digits = typed.replace(/\D/g, '')
  if (typed.startsWith('+') || digits.startsWith('60')) return `+${digits}`
  return `+60${digits.replace(/^0/, '')}`
}
