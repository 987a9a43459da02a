import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import type { ScannedRecord } from '#kit/web/scan-outcome.ts'
import { lookupMember } from '../../contract/counter.ts'
import { counterPath } from '../../paths.ts'

/** Finds members of the user's outlet that match a text. A full identifier matches at any outlet. */
export const findMembers = (Typed: string, signal: AbortSignal) => call(lookupMember, { Typed }, { signal })

/** Finds the member of a scanned card, for which only a full number matches. */
export async function findMemberByCode(code: string): Promise<ScannedRecord | undefined> {
  const { ExactYN, rows } = await call(lookupMember, { Typed: code.slice(0, 100) })
  const [first] = rows
  if (ExactYN === 'N' || !first) return undefined
  return { to: counterPath({ member: first.MembershipNo }), name: formatPersonName(first.FullName) }
}
