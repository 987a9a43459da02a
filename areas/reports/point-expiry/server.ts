import { type RawBuilder, sql } from 'kysely'
import { pointsToExpireSql } from '#areas/expiry/server/index.ts'
import { allOf, equals, type RowFilter } from '#kit/server/filters.ts'
import { reportRefusals } from '../contract/report.ts'
import { type ReportQuery, serveReport } from '../server/report.ts'
import { EXPIRY_PERIOD_MONTHS, pointExpiryReport } from './contract.ts'

type Sql = RawBuilder<unknown>

const monthOf = (day: Sql) => sql`date_trunc('month', ${day}::timestamp)`
const month = sql`to_char(r.month, 'YYYY-MM')`

export const pointExpiryRoute = serveReport(pointExpiryReport, (ctx, query) => {
  const cost = query.settings['points.costPerPoint']
  // The report begins today, because points that expired earlier cannot be used any more.
  const from = query.ExpiringFrom !== undefined && query.ExpiringFrom > ctx.today ? query.ExpiringFrom : ctx.today
  if (query.ExpiringTo !== undefined && query.ExpiringTo < (query.ExpiringFrom ?? ctx.today))
    throw reportRefusals.datesReversed()
  const until = sql`coalesce(${query.ExpiringTo ?? null}::date, (${from}::date + make_interval(months => ${EXPIRY_PERIOD_MONTHS}::int))::date)`
  const memberFilters = memberFiltersOf(query)
  const value = sql`round(r.points * ${cost}::numeric, 2)`
  const { rows, select, joins } = (query.ExpiryBy === 'Month' ? byMonth : byMember)(query.SortOption, ctx.today)
  return {
    with: sql`expiring as (
        select h.membership_no, ${monthOf(sql`h.expiry_date`)} as month, sum_points(${pointsToExpireSql(ctx.today)}) as points
        from point_history h
        where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount and h.expiry_date between ${from} and ${until}
        group by 1, 2
      ),
      offered_reward as (
        select issued.membership_no, ${monthOf(sql`offer.expiry_date`)} as month, max(issued.reference_code) as reference_code
        from point_expiry_offer offer join customer_reward issued using (reference_code)
        where issued.status not in ('Cancelled', 'Deleted') group by 1, 2
      ),
      contacted as (select membership_no, max(contacted_at) as at from expiry_contact group by 1),
      listed as materialized (
        select e.membership_no, e.month, e.points from expiring e
          ${memberFilters.length > 0 ? sql`join membership m using (membership_no) join customer c using (customer_id)` : sql``}
        where ${allOf([...memberFilters, query.PointsFrom !== undefined && sql`e.points >= ${query.PointsFrom}`])}
      ),
      value_sum as (select sum(${value} * r.times)::numeric(16,2) as total from (select points, count(*) as times from listed group by points) r),
      r as not materialized (${rows(value)})`,
    from: sql`r`,
    page: { keys: sql`r.*`, joins, as: 'r' },
    select: select(value),
    sort: sorts,
    tie: sql`r.month, r.membership_no`,
    totals: sql`(select count(distinct membership_no)::int from listed) as members, coalesce(sum_points(r.points), 0) as point_to_expire,
      coalesce((select total from value_sum), 0)::numeric(16,2)::text as expiry_value,
      (select count(distinct membership_no)::int from listed join offered_reward using (membership_no, month)) as with_reward,
      (select count(distinct membership_no)::int from listed join contacted using (membership_no)) as contacted_members`,
    // Reading in index order is faster, because the index returns lots grouped by member.
    usesIndexOrder: true,
  }
})

function memberFiltersOf(query: ReportQuery<typeof pointExpiryReport.call>): RowFilter[] {
  const contactable = sql`exists (select from (
      select distinct on (channel) granted_yn from customer_consent consent where consent.customer_id = c.customer_id and channel <> 'Service'
      order by channel, recorded_at desc, consent_id desc) consent where granted_yn = 'Y')`
  return [
    equals('c.registered_outlet_code', query.outlet),
    equals('m.card_category_code', query.CardCategoryCode),
    query.ContactableYN && (query.ContactableYN === 'Y' ? contactable : sql`not ${contactable}`),
  ].filter((filter) => !!filter)
}

/** SQL joins that add the member, reward and last contact to a row. */
const detailsOf = (
  today: string,
) => sql`join membership m on m.membership_no = r.membership_no join customer c on c.customer_id = m.customer_id
  left join lateral (select sum_points(points) as points from balances(${today}) where membership_no = r.membership_no) b on true
  left join offered_reward o on o.membership_no = r.membership_no and o.month = r.month
  left join contacted t on t.membership_no = r.membership_no`

const columns: Record<string, Sql> = {
  CustomerId: sql`c.customer_id`,
  CustomerName: sql`c.full_name`,
  MemberType: sql`m.member_type`,
  CardCategoryCode: sql`m.card_category_code`,
  RegisteredOutletCode: sql`c.registered_outlet_code`,
  ContactNo: sql`c.contact_no`,
  Email: sql`c.email`,
  PointBalance: sql`coalesce(b.points, 0)`,
  ReferenceCode: sql`o.reference_code`,
  LastContactAt: sql`t.at`,
  WithReward: sql`(o.reference_code is not null)::int`,
  ContactedMembers: sql`(t.at is not null)::int`,
}

/** SQL of rows by member and month. It joins details only to the rows of a page, unless it sorts by a detail. */
function byMember(sortedBy: string | undefined, today: string) {
  const details = detailsOf(today)
  const sortColumn = columns[sortedBy ?? '']
  return {
    rows: () =>
      sql`select r.*, 1 as members, ${sortColumn ?? sql`null`} as sorted from listed r ${sortColumn ? details : sql``}`,
    select: (
      value: Sql,
    ) => sql`r.membership_no || '/' || ${month} as key, ${month} as expiry_month, r.membership_no, r.members,
      r.points as point_to_expire, ${value}::numeric(16,2)::text as expiry_value,
      ${sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`))}`,
    joins: details,
  }
}

function byMonth(sortedBy: string | undefined) {
  const [withReward, contactedMembers] = [sql`count(o.reference_code)::int`, sql`count(t.at)::int`]
  const sortColumn =
    sortedBy === 'WithReward' ? withReward : sortedBy === 'ContactedMembers' ? contactedMembers : sql`null`
  return {
    rows: (value: Sql) => sql`
      select r.month, null::text as membership_no, count(*)::int as members, sum_points(r.points) as points, sum(${value}) as value,
        ${withReward} as with_reward, ${contactedMembers} as contacted_members, ${sortColumn} as sorted
      from listed r left join offered_reward o using (membership_no, month) left join contacted t using (membership_no) group by r.month`,
    select:
      () => sql`${month} as key, ${month} as expiry_month, null as membership_no, r.members, r.points as point_to_expire,
      r.value::numeric(16,2)::text as expiry_value, null as customer_id, null as customer_name, null as member_type, null as card_category_code,
      null as registered_outlet_code, null as contact_no, null as email, null as point_balance, null as reference_code, null as last_contact_at,
      r.with_reward, r.contacted_members`,
    joins: sql``,
  }
}

const sorts = {
  ...Object.fromEntries(Object.keys(columns).map((name) => [name, (way: Sql) => sql`r.sorted ${way} nulls last`])),
  Key: 'r.membership_no',
  Members: 'r.members',
  ExpiryMonth: (way: Sql) => sql`r.month ${way}, r.points desc`,
  PointToExpire: 'r.points',
  ExpiryValue: 'r.points',
}
