import { z } from 'zod'

export const CustomerRewardStatus = z.enum(['Active', 'Claimed', 'Collected', 'Cancelled', 'Expired', 'Deleted'])
export type CustomerRewardStatus = z.infer<typeof CustomerRewardStatus>

/** Why an act could not be done now, as the call itself would refuse it. */
export const Obstacle = z.strictObject({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
})
