import { type RawBuilder, sql } from 'kysely'
import { customerConditions, mainMembershipJoin, resolveOutletFilter } from '#areas/customers/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, type RowFilter } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract/archive.ts'
import { type ArchivedMember, archiveRefusals, type InactiveMember } from '../../contract/archive.ts'

// The SQL that defines inactive members, for the list of members and for the check before archiving.

/** Returns the number of months without activity after which a member is inactive. */
export const readArchiveMonths = async (ctx: Ctx) => (await readSettings(ctx))['archive.months']

const ofCustomer = sql`from membership where membership.customer_id = customer.customer_id`
// An imported consent is no activity of the customer.
const consents = sql`from customer_consent where customer_consent.customer_id = customer.customer_id and source <> 'Import'`
const redemptions = sql`from point_history join membership using (membership_no)
  where membership.customer_id = customer.customer_id and transaction_type = 'Redeem'`
const joined = sql`coalesce((select min(join_date) ${ofCustomer}), business_date_of(customer.created_at))`

/**
 * True in SQL if a customer joined before the period and has no purchase, return, redemption or consent in it.
 * Each subquery on activity runs once for all customers.
 */
export function isInactiveCustomerSql({ today }: Ctx, months: number): RawBuilder<unknown> {
  const since = sql`(${today}::date - make_interval(months => ${months}))::date`
  const after = sql`((${since} + 1)::timestamp at time zone business_zone())`
  return sql`customer.status in ('Active', 'Inactive', 'Suspended')
    and (customer.created_at < ${after} or exists (select ${ofCustomer}))
    and not exists (select ${ofCustomer} and join_date > ${since})
    and not exists (select from transaction_summary sale where sale.customer_id = customer.customer_id and sale.business_date > ${since})
    and not exists (select ${redemptions} and business_date > ${since})
    and not exists (select ${consents} and recorded_at >= ${after})`
}

/** True if the customer has neither points nor arrears. */
const withoutPoints = sql`not exists (select from point_balance join membership using (membership_no)
  where membership.customer_id = customer.customer_id and (lots_remaining <> 0 or arrears <> 0))`

/** The query for customers with the dates and points that staff need to decide about archiving. */
export const createInactiveMemberList = ({ today }: Ctx, where: readonly RowFilter[]) =>
  sqlList({
    from: sql`customer`,
    where,
    page: {
      keys: sql`customer.*, ${joined} as joined`,
      as: 'customer',
      joins: sql`${mainMembershipJoin},
        lateral (select max(business_date) as last_purchase_date from transaction_summary sale where sale.customer_id = customer.customer_id and transaction_type = 'N') last_purchase,
        lateral (select greatest((select max(business_date) ${redemptions}), (select max(business_date_of(recorded_at)) ${consents})) as last_contact_date) last_contact,
        lateral (select sum(points) as total_points, sum(arrears) as arrears from balances(${today}) join membership using (membership_no) where membership.customer_id = customer.customer_id) balance,
        lateral (select age(${today}::date, greatest(joined, last_purchase_date, last_contact_date)) as inactive_for) inactivity`,
    },
    select: sql<InactiveMember>`customer.customer_id, customer.full_name, main_membership.membership_no, main_membership.card_category_code, customer.member_type,
      customer.status, customer.registered_outlet_code, joined as join_date, last_purchase_date, last_contact_date,
      (extract(year from inactive_for) * 12 + extract(month from inactive_for))::int as inactive_months,
      coalesce(total_points, 0)::bigint as point_balance, coalesce(arrears, 0)::bigint as points_owed, customer.version`,
    sort: {
      JoinDate: 'joined',
      FullName: 'customer.full_name',
      RegisteredOutletCode: 'customer.registered_outlet_code',
    },
    tie: 'customer.customer_id',
  })

/** Lists the members whom staff may archive. */
export async function listInactiveMembers(ctx: Ctx, { Search }: Input<typeof contract.listInactiveMembers>) {
  const minimum = await readArchiveMonths(ctx)
  const months = Search.Months ?? minimum
  if (months < minimum) throw archiveRefusals.tooFewMonths({ Least: minimum })
  const outlet = resolveOutletFilter(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet)
  return createInactiveMemberList(ctx, [
    isInactiveCustomerSql(ctx, months),
    Search.WithPointsYN !== 'Y' && withoutPoints,
    equals('customer.member_type', Search.MemberType),
    ...customerConditions({ Q: Search.Q }, { outlet, across: null }),
  ])
}

/** Lists the archived members. */
export const listArchivedMembers = (ctx: Ctx, { Search }: Input<typeof contract.listArchivedMembers>) =>
  sqlList({
    from: sql`archived_member archived join customer on customer.customer_id = archived.customer_id`,
    where: [
      sql`archived.reactivated_at is null and customer.status = 'Archived'`,
      ...customerConditions(
        { Q: Search.Q },
        { outlet: resolveOutletFilter(ctx, Search.RegisteredOutletCode, archiveRefusals.otherOutlet), across: null },
      ),
    ],
    page: {
      keys: sql`archived.*`,
      as: 'archived',
      joins: sql`join customer on customer.customer_id = archived.customer_id ${mainMembershipJoin}`,
    },
    select: sql<ArchivedMember>`customer.customer_id, customer.full_name, main_membership.membership_no, main_membership.card_category_code, customer.member_type,
      customer.status, customer.registered_outlet_code, archived.archived_at, archived.archived_by, archived.remark,
      coalesce((select sum(points) from balances(${ctx.today}) join membership using (membership_no) where membership.customer_id = customer.customer_id), 0)::bigint as point_balance`,
    sort: { FullName: 'customer.full_name' },
    tie: 'archived.archive_id',
  })
