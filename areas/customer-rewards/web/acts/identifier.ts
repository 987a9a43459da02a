import { normaliseCode } from '#kit/contract/normal-form.ts'
import type { Identifier } from '../../contract.ts'

const REFERENCE = /^RW\d{11}$/

/** A code as it was scanned or typed: what a member holds has a reference, a reward its own code. */
export const codeOf = (typed: string) => {
  const code = normaliseCode(typed).replace(/\s/g, '').toUpperCase()
  return REFERENCE.test(code) ? { ReferenceCode: code } : { RewardCode: code }
}

export const isReference = (typed: string) => 'ReferenceCode' in codeOf(typed)

/** What a text of the customer most likely is; the one who types may say otherwise. */
export function kindOf(typed: string): Identifier {
  const text = normaliseCode(typed).replace(/[\s-]/g, '')
  if (text.includes('@')) return 'Email'
  if (text.startsWith('+') || /^0\d{8,10}$/.test(text)) return 'ContactNo'
  return /^\d{12}$/.test(text) ? 'IdNo' : 'MembershipNo'
}
