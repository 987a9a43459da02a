import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import {
  bonuses,
  counts,
  kept,
  net,
  ofMembers,
  onSaleDays,
  percent,
  pointsEarned,
  pointsReversed,
  redeemedAt,
  saleDay,
} from '../server/sales.ts'
import { memberSales } from './contract.ts'

const groups = {
  Outlet: sql`t.outlet_code`,
  Category: sql`m.card_category_code`,
  Staff: sql`t.sales_person_code`,
}
/** The same of what was redeemed, and of members. */
const parts = {
  Month: { redeemed: sql`to_char(h.business_date, 'YYYY-MM')`, active: sql`to_char(m.join_date, 'YYYY-MM')` },
  Outlet: { redeemed: redeemedAt, active: sql`c.registered_outlet_code` },
  Category: { redeemed: sql`m.card_category_code`, active: sql`m.card_category_code` },
  Staff: { redeemed: sql`staff.sales_person_code`, active: sql`staff.sales_person_code` },
}
type Sql = RawBuilder<unknown>

/** So many months stand in one number, a bit for each. */
const MOST_MONTHS = 62

/** The first days of the months between two days, the month of the first among them. */
function monthsOf(from: string, until: string) {
  const months: string[] = []
  for (let at = from.slice(0, 7); at <= until.slice(0, 7) && months.length <= MOST_MONTHS; ) {
    months.push(at)
    const [year, month] = at.split('-').map(Number) as [number, number]
    at = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
  }
  return months
}

/** Who bought in which group: `buyers` (membership_no, new) and `counted` (value, buyers, newcomers). */
function buyersBy(value: Sql, bought: Sql) {
  return sql`pairs as (select distinct ${value} as value, t.membership_no ${bought}),
      buyers as (
        select pairs.membership_no, seen.membership_no is null as new from (select distinct membership_no from pairs) pairs left join seen using (membership_no)
      ),
      counted as (
        select pairs.value, count(*)::int as buyers, count(*) filter (where buyers.new)::int as newcomers from pairs join buyers using (membership_no) group by 1
      )`
}

/** The same by month: each member is one row, with the months in which they bought. */
function buyersByMonth(months: readonly string[], bought: Sql) {
  const begins = sql`array[${sql.join(months.slice(1).map((month) => `${month}-01`))}]::date[]`
  const each = months.map(
    (_, place) => sql`count(*) filter (where buyers.months & (1::bigint << ${sql.lit(place)}) <> 0)`,
  )
  return sql`bought as (
        select membership_no, bit_or(1::bigint << width_bucket(business_date, ${begins})) as months from (
          -- By an index of that order: a table in memory of all who bought takes twice as long.
          select t.membership_no, t.business_date ${bought} order by t.membership_no
        ) sale group by 1
      ),
      buyers as (select bought.membership_no, bought.months, seen.membership_no is null as new from bought left join seen using (membership_no)),
      counted as (
        select (array[${sql.join(months)}]::text[])[month.place] as value, sum(month.buyers)::int as buyers, coalesce(sum(month.buyers) filter (where each.new), 0)::int as newcomers
        from (select buyers.new, array[${sql.join(each)}] as months from buyers group by 1) each, unnest(each.months) with ordinality month (buyers, place) group by 1
      )`
}

export const memberSalesRoute = answer(memberSales, (_ctx, asked) => {
  const by = asked.MemberSalesBy ?? 'Month'
  const { MemberType, CardCategoryCode } = asked
  const months = by === 'Month' ? monthsOf(asked.from, asked.until) : []
  const value = by === 'Month' ? sql`to_char(t.business_date, 'YYYY-MM')` : groups[by]
  const member =
    MemberType !== undefined || CardCategoryCode !== undefined || by === 'Category'
      ? sql`left join membership m on m.membership_no = t.membership_no`
      : sql``
  const members = allOf([
    ofMembers,
    MemberType !== undefined && sql`m.member_type = ${MemberType}`,
    CardCategoryCode !== undefined && sql`m.card_category_code = ${CardCategoryCode}`,
  ])
  const length = sql`(${asked.until}::date - ${asked.from}::date + 1)`
  const before = { ...asked, from: sql`${asked.from}::date - ${length}`, until: sql`${asked.from}::date - 1` }
  const here = sql`${counts} and (${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})`
  const bought = sql`from transaction_summary t ${member} where ${here} and t.business_date between ${asked.from} and ${asked.until} and ${members} and ${kept}`
  const ofMember = allOf([
    MemberType !== undefined && sql`m.member_type = ${MemberType}`,
    CardCategoryCode !== undefined && sql`m.card_category_code = ${CardCategoryCode}`,
  ])
  const part = parts[by]
  // Only what the groups or the outlet need of who looks after them.
  const customers =
    asked.outlet === null && by !== 'Outlet' && by !== 'Staff'
      ? sql``
      : sql`join customer c using (customer_id) left join staff on staff.staff_id = c.preferred_staff_id`
  return {
    with: sql`seen as (
        select distinct f.membership_no from transaction_summary f
        where f.membership_no is not null and f.customer_id is not null and f.transaction_type = 'N' and f.business_date < ${asked.from}
      ),
      ${months.length > 1 && months.length <= MOST_MONTHS ? buyersByMonth(months, bought) : buyersBy(value, bought)},
      summed as (
        -- Summed by day, which is few rows, before months are made of the days.
        select ${by === 'Month' ? saleDay(asked) : groups[by]} as value, coalesce(${members}, false) as member, count(*) filter (where ${kept}) as invoices,
          sum(${net}) as net, sum_points(${pointsEarned}) as earned, sum_points(${pointsReversed}) as reversed
        from transaction_summary t ${member} ${bonuses} where ${here} and ${onSaleDays(asked)} group by 1, 2
      ),
      sold as (
        select ${by === 'Month' ? sql`to_char(value, 'YYYY-MM')` : sql`value`} as value, sum(invoices) filter (where member)::int as invoices,
          coalesce(sum(net) filter (where member), 0) as net, sum(net) as whole, coalesce(sum(earned) filter (where member), 0)::bigint as earned, coalesce(sum(reversed) filter (where member), 0)::bigint as reversed
        from summed group by 1 having bool_or(member)
      ),
      -- Of a group of months the days before are those of no month among them: they are compared as a whole only.
      earlier as (
        select ${by === 'Month' ? sql`null::text` : value} as value, sum(${net}) as net from transaction_summary t ${member}
        where ${here} and ${members} and ${onSaleDays(before)} group by 1
      ),
      redeemed as (
        select ${part.redeemed} as value, -sum(h.points)::bigint as points
        from point_history h join membership m using (membership_no) left join staff on staff.staff_id = h.staff_id
        where h.transaction_type in ('Redeem', 'Redeem Refund') and h.status <> 'Deleted' and h.business_date between ${asked.from} and ${asked.until}
          and ${ofMember} and (${asked.outlet}::text is null or ${redeemedAt} = ${asked.outlet})
        group by 1
      ),
      -- Of months, by that in which they joined: each month has those of the months before as well.
      active as (
        select ${part.active} as value, count(*)::int as members from membership m ${customers}
        where m.status = 'Active' and ${ofMember} ${asked.outlet === null ? sql`` : sql`and c.registered_outlet_code = ${asked.outlet}`} group by 1
      ),
      r as (
        select sold.*, coalesce((select sum(members)::int from active where ${by === 'Month' ? sql`active.value <= sold.value` : sql`active.value is not distinct from sold.value`}), 0) as active, coalesce(redeemed.points, 0) as redeemed, coalesce(counted.buyers, 0) as buyers, coalesce(counted.newcomers, 0) as newcomers
        from sold left join counted on counted.value is not distinct from sold.value left join redeemed on redeemed.value is not distinct from sold.value
      ),
      shown as (
        select r.*, (select sum(e.net) from earlier e where ${by === 'Month' ? sql`false` : sql`e.value is not distinct from r.value`}) as before from r
      )`,
    from: sql`shown r`,
    select: sql`coalesce(r.value, '-') as key, r.value, r.active as active_members, r.buyers as buying_members, r.newcomers as new_buyers, r.invoices, r.net::numeric(16,2) as net,
      ${by === 'Month' ? sql`null` : sql`coalesce(r.before, 0)::numeric(16,2)`} as net_before, round(r.net / nullif(r.invoices, 0), 2) as average,
      round(r.net / nullif(r.buyers, 0), 2) as sales_per_member, to_char(round(r.invoices::numeric / nullif(r.buyers, 0), 2), 'FM999990.00') as frequency,
      r.earned as points_earned, r.reversed as points_reversed, r.redeemed as points_redeemed, ${percent(sql`r.net`, sql`r.whole`)} as member_share`,
    sort: {
      Key: 'r.value',
      Value: (way) => sql`r.value ${way} nulls last`,
      BuyingMembers: 'r.buyers',
      ActiveMembers: 'r.active',
      PointsRedeemed: 'r.redeemed',
      NewBuyers: 'r.newcomers',
      NetBefore: (way) => sql`r.before ${way} nulls last`,
      Average: (way) => sql`r.net / nullif(r.invoices, 0) ${way} nulls last`,
      SalesPerMember: (way) => sql`r.net / nullif(r.buyers, 0) ${way} nulls last`,
      Frequency: (way) => sql`r.invoices::numeric / nullif(r.buyers, 0) ${way} nulls last`,
      PointsEarned: 'r.earned',
      PointsReversed: 'r.reversed',
      MemberShare: (way) => sql`r.net / nullif(r.whole, 0) ${way} nulls last`,
    },
    tie: sql`coalesce(r.value, '-')`,
    totals: sql`(select coalesce(sum(members), 0)::int from active) as active_members,
      (select count(*)::int from buyers) as buying_members,
      (select count(*)::int from buyers where new) as new_buyers,
      coalesce(sum(r.invoices), 0)::int as invoices, coalesce(sum(r.net), 0)::numeric(16,2) as net,
      coalesce((select sum(net) from earlier), 0)::numeric(16,2) as net_before, round(sum(r.net) / nullif(sum(r.invoices), 0), 2) as average,
      round(sum(r.net) / nullif((select count(*) from buyers), 0), 2) as sales_per_member,
      coalesce(sum(r.earned), 0)::bigint as points_earned, coalesce(sum(r.reversed), 0)::bigint as points_reversed, (select coalesce(sum(points), 0)::bigint from redeemed) as points_redeemed`,
  }
})
