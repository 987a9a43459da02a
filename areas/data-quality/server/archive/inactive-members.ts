import { type RawBuilder, sql } from 'kysely'
import { customerConditions, requestedOutlet, visibleMembership } from '#areas/customers/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, type Filter } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract/archive.ts'
import { type ArchivedMember, archiveRefusals, type InactiveMember } from '../../contract/archive.ts'

// Who counts as inactive, for the list and for the act alike.

/** How many months without anything make a member inactive. */
export const archiveMonths = async (ctx: Ctx) => (await settings(ctx))['archive.months']

const ofCustomer = sql`from membership where membership.customer_id = customer.customer_id`
// What a file brought along is no word of the customer's.
const consents = sql`from customer_consent where customer_consent.customer_id = customer.customer_id and source <> 'Import'`
const redemptions = sql`from point_history join membership using (membership_no)
  where membership.customer_id = customer.customer_id and transaction_type = 'Redeem'`
const joined = sql`coalesce((select min(join_date) ${ofCustomer}), business_date_of(customer.created_at))`

/** Joined before, and neither bought, returned, redeemed nor agreed to anything since. Each is asked of all customers at once. */
export function isInactive({ today }: Ctx, months: number): RawBuilder<unknown> {
  const since = sql`(${today}::date - make_interval(months => ${months}))::date`
  const after = sql`((${since} + 1)::timestamp at time zone business_zone())`
  return sql`customer.status in ('Active', 'Inactive', 'Suspended')
    and (customer.created_at < ${after} or exists (select ${ofCustomer}))
    and not exists (select ${ofCustomer} and join_date > ${since})
    and not exists (select from transaction_summary sale where sale.customer_id = customer.customer_id and sale.business_date > ${since})
    and not exists (select ${redemptions} and business_date > ${since})
    and not exists (select ${consents} and recorded_at >= ${after})`
}

/** Neither points nor a debt of points. */
const withoutPoints = sql`not exists (select from point_balance join membership using (membership_no)
  where membership.customer_id = customer.customer_id and (lots_remaining <> 0 or arrears <> 0))`

/** Of `customer`, with what must be known before somebody is archived. */
export const inactiveMembers = ({ today }: Ctx, where: readonly Filter[]) =>
  sqlList({
    from: sql`customer`,
    where,
    page: {
      keys: sql`customer.*, ${joined} as joined`,
      as: 'customer',
      joins: sql`${visibleMembership},
        lateral (select max(business_date) as last_purchase_date from transaction_summary sale where sale.customer_id = customer.customer_id and transaction_type = 'N') bought,
        lateral (select greatest((select max(business_date) ${redemptions}), (select max(business_date_of(recorded_at)) ${consents})) as last_contact_date) heard,
        lateral (select sum(points) as points_held, sum(arrears) as arrears from balances(${today}) join membership using (membership_no) where membership.customer_id = customer.customer_id) held,
        lateral (select age(${today}::date, greatest(joined, last_purchase_date, last_contact_date)) as quiet) since`,
    },
    select: sql<InactiveMember>`customer.customer_id, customer.full_name, shown.membership_no, shown.card_category_code, customer.member_type,
      customer.status, customer.registered_outlet_code, joined as join_date, last_purchase_date, last_contact_date,
      (extract(year from quiet) * 12 + extract(month from quiet))::int as inactive_months,
      coalesce(points_held, 0)::bigint as point_balance, coalesce(arrears, 0)::bigint as points_owed, customer.version`,
    sort: {
      JoinDate: 'joined',
      FullName: 'customer.full_name',
      RegisteredOutletCode: 'customer.registered_outlet_code',
    },
    tie: 'customer.customer_id',
  })

/** Who may be archived: those whom nothing was heard of for as long as the setting says. */
export async function listInactiveMembers(ctx: Ctx, { Search }: Input<typeof contract.listInactiveMembers>) {
  const Least = await archiveMonths(ctx)
  const months = Search.Months ?? Least
  if (months < Least) throw archiveRefusals.tooFewMonths({ Least })
  const outlet = requestedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  return inactiveMembers(ctx, [
    isInactive(ctx, months),
    Search.WithPointsYN !== 'Y' && withoutPoints,
    equals('customer.member_type', Search.MemberType),
    ...customerConditions({ Q: Search.Q }, { outlet, across: null }),
  ])
}

/** Who is archived now. */
export const listArchivedMembers = (ctx: Ctx, { Search }: Input<typeof contract.listArchivedMembers>) =>
  sqlList({
    from: sql`archived_member archived join customer on customer.customer_id = archived.customer_id`,
    where: [
      sql`archived.reactivated_at is null and customer.status = 'Archived'`,
      ...customerConditions(
        { Q: Search.Q },
        { outlet: requestedOutlet(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet), across: null },
      ),
    ],
    page: {
      keys: sql`archived.*`,
      as: 'archived',
      joins: sql`join customer on customer.customer_id = archived.customer_id ${visibleMembership}`,
    },
    select: sql<ArchivedMember>`customer.customer_id, customer.full_name, shown.membership_no, shown.card_category_code, customer.member_type,
      customer.status, customer.registered_outlet_code, archived.archived_at, archived.archived_by, archived.remark,
      coalesce((select sum(points) from balances(${ctx.today}) join membership using (membership_no) where membership.customer_id = customer.customer_id), 0)::bigint as point_balance`,
    sort: { FullName: 'customer.full_name' },
    tie: 'archived.archive_id',
  })
