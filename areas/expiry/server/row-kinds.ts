import { customerRewardRefusals } from '#areas/customer-rewards/contract/refusals.ts'
import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { rewardRefusals } from '../contract/rewards.ts'

const expiryReward = createCustomerRowKind(
  `point_expiry_offer join customer_reward using (reference_code) join customer using (customer_id) where reference_code=named.key`,
)

export const expiryRowKinds: RowKinds = {
  'expiry reward': {
    find: expiryReward.find,
    refusal: (reach) => (reach === 'HQ' ? rewardRefusals.headOfficeCreates() : customerRewardRefusals.notFound()),
  },
}
