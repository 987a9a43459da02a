import { leadSourceRecord } from '#areas/customers/contract/lead-sources.ts'
import { parseNumberKey, type RowKinds } from '#kit/server/rows.ts'

/** A lead source without an outlet can be changed by head office and by its creator. */
export const leadRowKinds: RowKinds = {
  'lead source': {
    find:
      'select outlet_code,null::bigint as customer_id,created_by_id as user_id' +
      ' from lead_source where lead_source_id=named.key::bigint',
    key: parseNumberKey,
    refusal: () => leadSourceRecord.refusals.otherOutlet(),
  },
}
