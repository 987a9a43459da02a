import { z } from 'zod'
import { BusinessDate, Points } from '#kit/contract/fields.ts'

export const BALANCE_TYPE = 'Jewel Club Points'

/** The balance of a member on the business date of the call. */
export const Balance = z.strictObject({
  MembershipNo: z.string(),
  BalanceType: z.string(),
  /** Ledger balance: points left in all lots minus arrears; negative if more is owed. */
  PointBalance: Points,
  /** Points that can be redeemed now: open lots minus arrears and reserved points, never below zero. */
  Available: Points,
  /** Points that tills have reserved to redeem them without a connection. */
  Reserved: Points,
  /** The last day of the reservation; null if no points are reserved. */
  ReservedUntil: BusinessDate.nullable(),
  /** Points in lots that open later. */
  Pending: Points,
  /** Points owed after the return of a sale whose points were redeemed. */
  Arrears: Points,
  TotalPointsEarned: Points,
  TotalPointsRedeemed: Points,
  TotalPointsExpired: Points,
  TotalPointsReversed: Points,
  TotalPointsAdjusted: Points,
  /** Points moved in by merges minus points moved out. All totals together add up to the balance. */
  TotalPointsMerged: Points,
})
export type Balance = z.infer<typeof Balance>
