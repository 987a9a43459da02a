import type { TillEntry } from './till.ts'

// Allowances of the reference till. Each is stored as an entry of the till, so that it survives a crash.

export const allowancePaths = {
  reserve: '/till/allowances/add',
  release: '/till/allowances/end',
  redeem: '/till/redemptions/add',
} as const

const prefixOf = (membershipNo: string) => `allowance:${membershipNo}:`

/** The document of a new allowance. */
export const allowanceDocument = (entries: readonly TillEntry[], membershipNo: string) =>
  `${prefixOf(membershipNo)}${entries.filter(({ document }) => document.startsWith(prefixOf(membershipNo))).length + 1}`

/** The last allowance for a member, with the points that the till has not redeemed yet; undefined if there is none. */
export function findAllowance(entries: readonly TillEntry[], membershipNo: string) {
  const entry = entries.findLast(({ document }) => document.startsWith(prefixOf(membershipNo)))
  if (entry?.state !== 'done' || !entry.reply) return undefined
  const { Allowance, Points } = entry.reply as { Allowance: string; Points: number }
  const redeemed = entries
    .filter(
      ({ path, body, state }) => path === allowancePaths.redeem && body.Allowance === Allowance && state !== 'refused',
    )
    .reduce((sum, { body }) => sum + Number(body.Points), 0)
  return { entry, Allowance, left: Points - redeemed }
}
