import type { RowAccessRule } from '#kit/contract/scope.ts'
import { parseNumberKey, type RowKind, type RowKinds } from '#kit/server/rows.ts'
import { customerRefusals } from '../contract/customers.ts'
import { normaliseMembershipNo } from '../contract/membership-no.ts'

/** Returns the access error. A look-up gives access to most rows of a customer; some need the outlet of registration. */
function refusalOfCustomer(reach: RowAccessRule) {
  // Customers get the status 404 for rows of other customers.
  if (reach === 'own account') return customerRefusals.notFound()
  return reach === 'looked up' ? customerRefusals.foreign() : customerRefusals.registeredElsewhere()
}

/** The row kind of rows that belong to customers; `tables` selects such a row and joins `customer`. */
export const createCustomerRowKind = (tables: string, more: Partial<RowKind> = {}): RowKind => ({
  find: `select customer.registered_outlet_code as outlet_code,customer.customer_id,null::bigint as user_id from ${tables}`,
  key: parseNumberKey,
  refusal: refusalOfCustomer,
  ...more,
})

export const customerRowKinds: RowKinds = {
  customer: createCustomerRowKind('customer where customer_id=named.key::bigint'),
  // A merged membership number leads to the row of the survivor.
  membership: createCustomerRowKind(
    'membership join customer using (customer_id) where membership_no=surviving_membership(named.key)',
    { key: normaliseMembershipNo },
  ),
  address: createCustomerRowKind(
    'customer_address join customer using (customer_id) where address_id=named.key::bigint',
  ),
  tag: createCustomerRowKind('customer_tag join customer using (customer_id) where tag_id=named.key::bigint'),
  amendment: createCustomerRowKind(
    'profile_updated_history join customer using (customer_id) where history_id=named.key::bigint',
  ),
}
