import { ofCustomer } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { refusals } from '../contract/refusals.ts'

const held = ofCustomer('customer_reward join customer using (customer_id) where reference_code=named.key')

export const customerRewardRows: RowKinds = {
  'customer reward': {
    find: held.find,
    refusal: (reach) => (reach === 'HQ' ? refusals.headOfficeExtends() : held.refusal(reach)),
  },
}
