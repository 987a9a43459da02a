import { ofCustomer } from '#areas/customers/server/index.ts'
import type { RowKinds } from '#kit/server/rows.ts'

/** A wish is its customer's; a link belongs to both whom it links. */
export const householdRows: RowKinds = {
  favourite: ofCustomer('favourite join customer using (customer_id) where favourite_id=named.key::bigint'),
  'household link': ofCustomer(
    'household_link link join customer on customer.customer_id in (link.customer_id,link.relative_id) where link_id=named.key::bigint',
  ),
}
