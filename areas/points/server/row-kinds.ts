import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { adjustmentRefusals } from '../contract.ts'

export const pointRowKinds: RowKinds = {
  'ledger entry': createCustomerRowKind(
    'point_history join membership using (membership_no) join customer using (customer_id) where history_id=named.key::bigint',
  ),
  // An adjustment belongs to the outlet that entered it, not to the member's outlet.
  adjustment: {
    find: 'select outlet_code,null::bigint as customer_id,null::bigint as user_id from point_history where history_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => adjustmentRefusals.notFound(),
  },
}
