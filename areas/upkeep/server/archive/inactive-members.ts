import { type RawBuilder, sql } from 'kysely'
import { shownMembership } from '#areas/customers/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { InactiveMember } from '../../contract/archive.ts'

// Who counts as inactive, for the list and for the act alike.

/** How many months without anything make a member inactive. */
export const archiveMonths = async (ctx: Ctx) => (await settings(ctx))['archive.months']

const memberships = sql`select membership_no from membership where membership.customer_id = customer.customer_id`
const joined = sql`coalesce((select min(join_date) from membership where membership.customer_id = customer.customer_id), business_date_of(customer.created_at))`
// What a file brought along is no word of the customer's.
const consents = sql`customer_consent where customer_consent.customer_id = customer.customer_id and source <> 'Import'`
const redemptions = sql`point_history where membership_no in (${memberships}) and transaction_type = 'Redeem'`

/** Joined before, and neither bought, returned, redeemed nor agreed to anything since. */
export function isInactive({ today }: Ctx, months: number): RawBuilder<unknown> {
  const since = sql`(${today}::date - make_interval(months => ${months}))::date`
  return sql`customer.status in ('Active', 'Inactive', 'Suspended') and ${joined} <= ${since}
    and not exists (select from transaction_summary sale where sale.customer_id = customer.customer_id and sale.business_date > ${since})
    and not exists (select from ${redemptions} and business_date > ${since})
    and not exists (select from ${consents} and business_date_of(recorded_at) > ${since})`
}

/** Neither points nor a debt of points. */
export const withoutPoints = sql`not exists (select from point_balance where membership_no in (${memberships}) and (lots_remaining <> 0 or arrears <> 0))`

const sortColumns = {
  JoinDate: sql`joined`,
  FullName: sql`customer.full_name`,
  RegisteredOutletCode: sql`customer.registered_outlet_code`,
}

type Chosen = {
  where: RawBuilder<unknown>
  SortOption: keyof typeof sortColumns
  SortDirection: 'ASC' | 'DESC'
  Rows: number
  Page: number
}

/** One page of `customer`, with what must be known before somebody is archived. */
export async function inactiveMembers(ctx: Ctx, { where, SortOption, SortDirection, Rows, Page }: Chosen) {
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`
  const order = sql`${sortColumns[SortOption]} ${direction}, customer.customer_id ${direction}`
  const { rows } = await sql<InactiveMember>`
    select customer.customer_id, customer.full_name, shown.membership_no, shown.card_category_code, customer.member_type, customer.status,
      customer.registered_outlet_code, joined as join_date, last_purchase_date, last_contact_date,
      (extract(year from quiet) * 12 + extract(month from quiet))::int as inactive_months,
      coalesce(points_held, 0)::bigint as point_balance, coalesce(arrears, 0)::bigint as points_owed, customer.version
    from (
      select customer.*, ${joined} as joined from customer where ${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}
    ) customer ${shownMembership},
    lateral (select max(business_date) as last_purchase_date from transaction_summary sale where sale.customer_id = customer.customer_id and transaction_type = 'N') bought,
    lateral (select greatest((select max(business_date) from ${redemptions}), (select max(business_date_of(recorded_at)) from ${consents})) as last_contact_date) heard,
    lateral (select sum(points) as points_held, sum(arrears) as arrears from point_balance where membership_no in (${memberships})) held,
    lateral (select age(${ctx.today}::date, greatest(joined, last_purchase_date, last_contact_date)) as quiet) since
    order by ${order}`.execute(ctx.db)
  return rows
}
