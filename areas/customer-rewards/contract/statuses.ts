import { z } from 'zod'

export const CustomerRewardStatus = z.enum(['Active', 'Claimed', 'Collected', 'Cancelled', 'Expired', 'Deleted'])
export type CustomerRewardStatus = z.infer<typeof CustomerRewardStatus>

/** Why an action is not possible now: the refusal that its endpoint would return. */
export const Blocker = z.strictObject({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
})
