import { z } from 'zod'

export const CustomerRewardStatus = z.enum(['Active', 'Claimed', 'Collected', 'Cancelled', 'Expired', 'Deleted'])
export type CustomerRewardStatus = z.infer<typeof CustomerRewardStatus>

/** The error that an action on the customer reward would cause now, as the reason why the action is not possible. */
export const ActionBlocker = z.strictObject({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
})
