import { parseNumberKey, parseUuidKey, type RowKinds } from '#kit/server/rows.ts'
import { scheduleRefusals } from '../contract/schedules.ts'
import { exportRefusals } from '../contract.ts'

export const exportRowKinds: RowKinds = {
  export: {
    find: 'select null as outlet_code,null::bigint as customer_id,created_by_id as user_id from export_job where export_id=named.key::uuid',
    key: parseUuidKey,
    refusal: () => exportRefusals.notFound(),
  },
  schedule: {
    find: 'select null as outlet_code,null::bigint as customer_id,created_by_id as user_id from export_schedule where schedule_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => scheduleRefusals.notFound(),
  },
}
