import { z } from 'zod'

export const CustomerRewardStatus = z.enum(['Active', 'Claimed', 'Collected', 'Cancelled', 'Expired', 'Deleted'])
export type CustomerRewardStatus = z.infer<typeof CustomerRewardStatus>

/** The reason why an action is not possible now: the error that its endpoint would return. */
export const ActionBlocker = z.strictObject({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
})
