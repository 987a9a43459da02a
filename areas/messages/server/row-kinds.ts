import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import { parseUuidKey, type RowKinds } from '#kit/server/rows.ts'

export const messageRowKinds: RowKinds = {
  'contact log': createCustomerRowKind(
    'contact_log join customer using (customer_id) where message_id=named.key::uuid',
    {
      key: parseUuidKey,
    },
  ),
}
