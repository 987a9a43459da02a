import { normaliseCode } from '#kit/contract/normal-form.ts'
import type { Identifier } from '../../contract.ts'

const REFERENCE = /^RW\d{11}$/

/** Parses a scanned or typed code as the reference code of a customer reward or as the code of a reward. */
export const parseRewardCode = (typed: string) => {
  const code = normaliseCode(typed).replace(/\s/g, '').toUpperCase()
  return REFERENCE.test(code) ? { ReferenceCode: code } : { RewardCode: code }
}

export const isReferenceCode = (typed: string) => 'ReferenceCode' in parseRewardCode(typed)

/** Guesses the kind of a customer identifier from its text. */
export function guessIdentifierType(typed: string): Identifier {
  const text = normaliseCode(typed).replace(/[\s-]/g, '')
  if (text.includes('@')) return 'Email'
  if (text.startsWith('+') || /^0\d{8,10}$/.test(text)) return 'ContactNo'
  return /^\d{12}$/.test(text) ? 'IdNo' : 'MembershipNo'
}
