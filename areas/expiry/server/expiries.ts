import { type RawBuilder, sql } from 'kysely'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import { pointRefusals } from '#areas/points/contract/ledger.ts'
import { findPointBalance } from '#areas/points/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/filters.ts'
import { createValueList, sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract/expiries.ts'
import { expiryRefusals } from '../contract/expiries.ts'
import { readCostPerPoint } from './liability.ts'

type ExpiryFilters = {
  Year?: number
  Month?: number
  MembershipNo?: string
  OutletCode?: string
  DateFrom?: string
  DateTo?: string
}

const MONTHS_BACK = 12

/** The SQL for the points of a lot that will expire: the remaining points, or 0 after the expiry date. */
export const pointsToExpireSql = (today: string) =>
  sql`case when h.expiry_date >= ${today} then h.point_amount - h.point_reversed - h.point_utilized - h.point_expired else 0 end`

/** The SQL for lots with expired or expiring points. Without a date filter the range begins 12 months ago. */
function expiringLots(ctx: Ctx, filters: ExpiryFilters) {
  const { Year, Month, MembershipNo, OutletCode, DateFrom, DateTo } = filters
  const outlet = resolveOutletFilter(ctx, OutletCode, expiryRefusals.otherOutlet)
  const conditions: RawBuilder<unknown>[] = [
    sql`h.point_amount > 0`,
    sql`(h.point_expired > 0 or h.point_reversed + h.point_utilized + h.point_expired < h.point_amount)`,
    sql`(h.point_expired > 0 or h.expiry_date >= ${ctx.today})`,
  ]
  if (Year && Month)
    conditions.push(
      sql`h.expiry_date >= make_date(${Year}::int, ${Month}::int, 1) and h.expiry_date < make_date(${Year}::int, ${Month}::int, 1) + interval '1 month'`,
    )
  else if (Year)
    conditions.push(sql`h.expiry_date between make_date(${Year}::int, 1, 1) and make_date(${Year}::int, 12, 31)`)
  else if (Month) conditions.push(sql`extract(month from h.expiry_date) = ${Month}::int`)
  if (DateFrom) conditions.push(sql`h.expiry_date >= ${DateFrom}`)
  if (DateTo) conditions.push(sql`h.expiry_date <= ${DateTo}`)
  if (!Year && !DateFrom && !DateTo && !MembershipNo)
    conditions.push(
      sql`h.expiry_date >= date_trunc('month', ${ctx.today}::date) - make_interval(months => ${MONTHS_BACK})`,
    )
  if (MembershipNo) conditions.push(sql`h.membership_no = ${MembershipNo.toUpperCase()}`)
  if (outlet) conditions.push(sql`c.registered_outlet_code = ${outlet}`)
  return {
    where: sql`where ${allOf(conditions)}`,
    /** The join with customers, which only a filter by outlet needs. */
    tables: outlet
      ? sql`point_history h join membership m using (membership_no) join customer c using (customer_id)`
      : sql`point_history h`,
  }
}

/** The SQL for expired and expiring points by member and month. */
function monthsOfMembers(ctx: Ctx, filters: ExpiryFilters) {
  const { where, tables } = expiringLots(ctx, filters)
  return sql`
    select h.membership_no, h.balance_type, date_trunc('month', h.expiry_date)::date as first_day, count(*) as lots,
      sum(${pointsToExpireSql(ctx.today)})::bigint as to_expire, sum(h.point_expired)::bigint as expired
    from ${tables} ${where} group by 1, 2, 3`
}

/** Returns expired and expiring points of one member by month, also for members of other outlets. */
export async function getPointExpiriesOfMember(
  ctx: Ctx,
  { MembershipNo }: Input<typeof contract.getPointExpiriesOfMember>,
) {
  if (!(await findPointBalance(ctx, MembershipNo))) throw pointRefusals.memberNotFound()
  const cost = await readCostPerPoint(ctx)
  const { rows } = await sql<Reply<typeof contract.getPointExpiriesOfMember>['Months'][number]>`
    with month as (
      select date_trunc('month', h.expiry_date)::date as first_day, h.balance_type, count(*) as lots,
        sum(${pointsToExpireSql(ctx.today)})::bigint as to_expire, sum(h.point_expired)::bigint as expired
      from point_history h where h.membership_no = ${MembershipNo} and h.point_amount > 0 and h.expiry_date is not null
        and (h.point_expired > 0 or h.expiry_date >= ${ctx.today} and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount)
      group by 1, 2
    )
    select extract(year from first_day)::int as year, extract(month from first_day)::int as month, balance_type, lots,
      to_expire as total_point_to_expire, expired as point_expired, round((to_expire + expired) * ${cost}::numeric, 2)::text as value
    from month order by first_day, balance_type`.execute(ctx.db)
  return { MembershipNo, Months: rows }
}

/** Lists expired and expiring points by member and month. */
export async function listPointExpiries(ctx: Ctx, { Search }: Input<typeof contract.listPointExpiries>) {
  const cost = await readCostPerPoint(ctx)
  return sqlList({
    from: sql`(${monthsOfMembers(ctx, Search)}) bucket`,
    page: {
      keys: sql`bucket.*`,
      as: 'bucket',
      joins: sql`join membership m using (membership_no) join customer c using (customer_id)
        left join balances(${ctx.today}) b on b.membership_no = bucket.membership_no and b.balance_type = bucket.balance_type`,
    },
    select: sql<contract.ExpiryRow>`bucket.membership_no || '/' || to_char(first_day, 'YYYY-MM') as key, bucket.membership_no, c.customer_id,
      c.full_name, coalesce(c.contact_no, '') as contact_no, c.registered_outlet_code as outlet_code,
      extract(year from first_day)::int as year, extract(month from first_day)::int as month,
      bucket.balance_type, lots, to_expire as total_point_to_expire, expired as point_expired,
      round((to_expire + expired) * ${cost}::numeric, 2)::text as value, coalesce(b.points, 0) as point_balance`,
    sort: { TotalPointToExpire: 'to_expire', PointExpired: 'expired', MembershipNo: 'bucket.membership_no' },
    tie: (direction) => sql`first_day ${direction}, bucket.membership_no ${direction}`,
  })
}

/** Lists expired and expiring points by month. */
export async function listExpiryGroups(ctx: Ctx, { Search, SortDirection }: Input<typeof contract.listExpiryGroups>) {
  const cost = await readCostPerPoint(ctx)
  // All months are read and paged in memory, because a count in SQL would scan all lots twice.
  // The lots are first grouped by member, because count(distinct) over all lots would sort a million rows.
  const { rows } = await sql<contract.ExpiryGroup>`
    with bucket as (${monthsOfMembers(ctx, Search)}),
    month as (
      select first_day, balance_type, count(*) as members, sum(lots)::bigint as lots, sum(to_expire)::bigint as to_expire,
        sum(expired)::bigint as expired
      from bucket group by 1, 2
    )
    select to_char(first_day, 'YYYY-MM') as period, extract(year from first_day)::int as year, extract(month from first_day)::int as month,
      balance_type, members, lots, to_expire as total_point_to_expire, expired as point_expired,
      round((to_expire + expired) * ${cost}::numeric, 2)::text as value
    from month order by first_day ${sql.raw(SortDirection)}, balance_type`.execute(ctx.db)
  return createValueList(rows)
}
