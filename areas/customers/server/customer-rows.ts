import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#kit/server/ctx.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { toColumnName } from '#kit/server/names.ts'
import {
  type CustomerFieldName,
  customerFieldDeclarations,
  customerFieldNames,
  listedCustomerFields,
} from '../contract/customer-fields.ts'
import { type Customer, type CustomerMembership, type CustomerView, customerRefusals } from '../contract/customers.ts'
import { findNricWarnings } from '../contract/nric.ts'
import { findActiveAddresses } from './addresses/addresses.ts'
import { findEffectiveConsents } from './consents/consents.ts'

const columns = (names: readonly CustomerFieldName[]) =>
  sql.raw(names.map((name) => `customer.${toColumnName(name)}`).join(', '))

/** The columns of a row in lists of customers. The query must join `visibleMembership` as `main_membership`. */
export const customerRowColumns = sql`customer.customer_id, customer.status, customer.member_type, ${columns(listedCustomerFields)}, customer.verified_email_yn,
  main_membership.membership_no, main_membership.card_category_code, customer.registration_source, customer.upgrade_pending_yn, customer.created_at, customer.version`

/** The sort order of a customer's memberships: the first one is the main membership. */
const liveFirst = sql`(membership.status = 'Active') desc, (membership.status <> 'Deleted') desc, membership.join_date, membership.membership_no`

export const mainMembershipJoin = sql`left join lateral (
  select membership_no, card_category_code, join_date from membership
  where membership.customer_id = customer.customer_id order by ${liveFirst} limit 1
) main_membership on true`

/** Selects the same as `visibleMembership`, but for lists of all customers: one scan replaces a lookup per customer. */
export const allMainMembershipsJoin = sql`left join (
  select distinct on (membership.customer_id) membership.customer_id, membership_no from membership
  order by membership.customer_id, ${liveFirst}
) main_membership on main_membership.customer_id = customer.customer_id`

const allColumns = sql`${customerRowColumns}, ${columns(customerFieldNames.filter((name) => !customerFieldDeclarations[name].listed))}, customer.contact_no_typed,
  customer.verified_email_at, (select full_name from staff where staff_id = customer.preferred_staff_id) as preferred_staff_name,
  (select name from lead_source where lead_source_id = customer.lead_source_id) as lead_source_name,
  shown_values('Customer', customer.custom_values) as custom_values, customer.updated_at`

/** Selects one customer with every field; the identity number is masked. */
export async function readCustomer(ctx: Ctx, CustomerId: number): Promise<Customer> {
  const { rows } = await sql<Omit<Customer, 'NricWarnings'>>`
    select ${allColumns} from customer ${mainMembershipJoin} where customer.customer_id = ${CustomerId}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw customerRefusals.notFound()
  return withMaskedIdNo({ ...row, NricWarnings: findNricWarnings(row, ctx.today) })
}

const memberships = (ctx: Ctx, CustomerId: number) =>
  sql<z.infer<typeof CustomerMembership>>`
    select membership.membership_no, membership.status, membership.member_type, membership.card_group_id, card_group.name as card_group_name,
      membership.card_category_code, category.name as card_category_name, category.color, membership.join_date, membership.cycle_end,
      coalesce(balance.points, 0) as point_balance, coalesce(balance.arrears, 0) as arrears, membership.merged_into_membership_no
    from membership
    join card_group on card_group.group_id = membership.card_group_id
    left join card_category category on category.code = membership.card_category_code and category.status <> 'Deleted'
    left join balances(${ctx.today}) balance on balance.membership_no = membership.membership_no
    where membership.customer_id = ${CustomerId}
    order by (membership.status = 'Active') desc, membership.join_date, membership.membership_no`.execute(ctx.db)

/** Reads the customer view by queries that run in parallel. */
export async function readCustomerView(ctx: Ctx, CustomerId: number): Promise<CustomerView> {
  const [customer, membershipRows, Addresses, Consents] = await Promise.all([
    readCustomer(ctx, CustomerId),
    memberships(ctx, CustomerId),
    findActiveAddresses(ctx, CustomerId),
    findEffectiveConsents(ctx, CustomerId),
  ])
  return { ...customer, Memberships: membershipRows.rows, Addresses, Consents }
}
