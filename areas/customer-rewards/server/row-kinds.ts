import { customerRowKind } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { refusals } from '../contract/refusals.ts'

const customerReward = customerRowKind(
  'customer_reward join customer using (customer_id) where reference_code=named.key',
)

/** A review or waiting reward, for head office. */
const ofReview = (tables: string) => customerRowKind(tables, { refusal: () => refusals.recordNotFound() })

export const customerRewardRows: RowKinds = {
  'customer reward': {
    find: customerReward.find,
    refusal: (reach) => (reach === 'HQ' ? refusals.headOfficeExtends() : customerReward.refusal(reach)),
  },
  'reward review': ofReview(
    'reward_review join customer_reward using (reference_code) join customer using (customer_id) where review_id=named.key::bigint',
  ),
  'waiting reward': ofReview('reward_waiting join customer using (customer_id) where waiting_id=named.key::bigint'),
}
