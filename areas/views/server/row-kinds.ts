import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { viewRefusals } from '../contract.ts'

export const viewRowKinds: RowKinds = {
  view: {
    find: 'select null as outlet_code,null::bigint as customer_id,owner_id as user_id from list_view where view_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => viewRefusals.notFound(),
  },
}
