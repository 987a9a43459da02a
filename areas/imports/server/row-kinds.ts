import { parseUuidKey, type RowKinds } from '#kit/server/rows.ts'
import { importRefusals } from '../contract.ts'

export const importRowKinds: RowKinds = {
  import: {
    find: 'select outlet_code,null::bigint as customer_id,created_by_id as user_id from import_job where import_id=named.key::uuid',
    key: parseUuidKey,
    refusal: () => importRefusals.notFound(),
  },
}
