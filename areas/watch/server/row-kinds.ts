import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { refusals } from '../contract.ts'

export const watchRows: RowKinds = {
  finding: {
    find: 'select outlet_code,null::bigint as customer_id,null::bigint as user_id from watch_finding where finding_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => refusals.notFound(),
  },
}
