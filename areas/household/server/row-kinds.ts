import { createCustomerRowKind } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'

/** A wish belongs to its customer; a link belongs to both customers. */
export const householdRowKinds: RowKinds = {
  favourite: createCustomerRowKind('favourite join customer using (customer_id) where favourite_id=named.key::bigint'),
  'household link': createCustomerRowKind(
    'household_link link join customer on customer.customer_id in (link.customer_id,link.relative_id) where link_id=named.key::bigint',
  ),
}
