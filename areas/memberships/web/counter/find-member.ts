import { personName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import type { ScannedRecord } from '#kit/web/scan-outcome.ts'
import { lookupMember } from '../../contract/counter.ts'
import { counterPath } from '../../paths.ts'

/** Who may be meant by a text, of the own outlet; by a full number, of any. */
export const findMembers = (Typed: string, signal: AbortSignal) => call(lookupMember, { Typed }, { signal })

/** A card that was scanned: only a full number is one. */
export async function memberOfCode(code: string): Promise<ScannedRecord | undefined> {
  const { ExactYN, rows } = await call(lookupMember, { Typed: code.slice(0, 100) })
  const [first] = rows
  if (ExactYN === 'N' || !first) return undefined
  return { to: counterPath({ member: first.MembershipNo }), name: personName(first.FullName) }
}
