import { ofCustomer } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { rewardRefusals } from '../contract/rewards.ts'

const reward = ofCustomer(
  'point_expiry_reward join membership using (membership_no) join customer using (customer_id) where reference_code=named.key',
)

export const expiryRows: RowKinds = {
  'expiry reward': {
    find: reward.find,
    refusal: (reach) => (reach === 'HQ' ? rewardRefusals.headOfficeCreates() : reward.refusal(reach)),
  },
}
