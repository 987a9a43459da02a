import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'
import { approvalRefusals } from '../contract.ts'

export const approvalRowKinds: RowKinds = {
  approval: {
    find: 'select outlet_code,null::bigint as customer_id,requested_by_id as user_id from approval where approval_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => approvalRefusals.notFound(),
  },
}
