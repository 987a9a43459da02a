import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { targetRefusals, targetRowsRefusals } from '../contract.ts'

/** A target belongs to the outlet of its customer. */
export const campaignRowKinds: RowKinds = {
  'campaign target': createCustomerRowKind(
    'campaign_target join customer using (customer_id) where target_list_id=named.key::bigint',
    {
      refusal: () => targetRefusals.notFound(),
    },
  ),
  'target addition': {
    find: 'select null as outlet_code,null::bigint as customer_id,created_by_id as user_id from target_addition where addition_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => targetRowsRefusals.notFound(),
  },
}
