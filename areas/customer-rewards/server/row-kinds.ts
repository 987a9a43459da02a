import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'

const customerReward = createCustomerRowKind(
  'customer_reward join customer using (customer_id) where reference_code=named.key',
)

/** A review or waiting reward, for head office. */
const ofReview = (tables: string) =>
  createCustomerRowKind(tables, { refusal: () => customerRewardRefusals.recordNotFound() })

export const customerRewardRowKinds: RowKinds = {
  'customer reward': {
    find: customerReward.find,
    refusal: (reach) => (reach === 'HQ' ? customerRewardRefusals.headOfficeExtends() : customerReward.refusal(reach)),
  },
  'reward review': ofReview(
    'reward_review join customer_reward using (reference_code) join customer using (customer_id) where review_id=named.key::bigint',
  ),
  'waiting reward': ofReview('reward_waiting join customer using (customer_id) where waiting_id=named.key::bigint'),
}
