import { ofCustomer } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { refusals } from '../contract/refusals.ts'

const held = ofCustomer('customer_reward join customer using (customer_id) where reference_code=named.key')

/** What head office has to look at about a reward. */
const aboutReward = (tables: string) => ofCustomer(tables, { refusal: () => refusals.recordNotFound() })

export const customerRewardRows: RowKinds = {
  'customer reward': {
    find: held.find,
    refusal: (reach) => (reach === 'HQ' ? refusals.headOfficeExtends() : held.refusal(reach)),
  },
  'reward review': aboutReward(
    'reward_review join customer_reward using (reference_code) join customer using (customer_id) where review_id=named.key::bigint',
  ),
  'waiting reward': aboutReward('reward_waiting join customer using (customer_id) where waiting_id=named.key::bigint'),
}
