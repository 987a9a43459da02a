import { z } from 'zod'
import { Points } from '#kit/contract/fields.ts'

export const BALANCE_TYPE = 'Jewel Club Points'

/** What a member has, on the business date of the question. */
export const Balance = z.strictObject({
  MembershipNo: z.string(),
  BalanceType: z.string(),
  /** What the ledger says: all that remains in lots less arrears; below zero when more is owed than is there. */
  PointBalance: Points,
  /** May be spent now: open lots less arrears, never below zero. */
  Available: Points,
  /** In lots that open later. */
  Pending: Points,
  /** Owed after a return of points that were spent. */
  Arrears: Points,
  TotalPointsEarned: Points,
  TotalPointsRedeemed: Points,
  TotalPointsExpired: Points,
  TotalPointsReversed: Points,
  TotalPointsAdjusted: Points,
  /** What merges brought, less what they took: with the other totals it makes the balance. */
  TotalPointsMerged: Points,
})
export type Balance = z.infer<typeof Balance>
