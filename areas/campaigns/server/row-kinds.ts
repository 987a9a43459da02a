import { ofCustomer } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'
import { targetRefusals } from '../contract.ts'

/** A target is the outlet's whose customer it is. */
export const campaignRows: RowKinds = {
  'campaign target': ofCustomer(
    'campaign_target join customer using (customer_id) where target_list_id=named.key::bigint',
    {
      refusal: () => targetRefusals.notFound(),
    },
  ),
}
