import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { watchRefusals } from '../contract.ts'

export const watchRowKinds: RowKinds = {
  finding: {
    find: 'select outlet_code,null::bigint as customer_id,null::bigint as user_id from watch_finding where finding_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => watchRefusals.notFound(),
  },
}
