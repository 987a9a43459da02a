import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { counts, net, nothingLeft, percent } from '../server/sales.ts'
import { memberSales } from './contract.ts'

const groups = {
  Month: sql`to_char(t.business_date, 'YYYY-MM')`,
  Outlet: sql`t.outlet_code`,
  Category: sql`m.card_category_code`,
  Staff: sql`t.sales_person_code`,
}

export const memberSalesRoute = answer(memberSales, (_ctx, asked) => {
  const by = asked.MemberSalesBy ?? 'Month'
  const bought = sql`t.transaction_type = 'N' and not ${nothingLeft}`
  const members = sql`t.membership_no is not null
    and (${asked.MemberType ?? null}::text is null or m.member_type = ${asked.MemberType ?? null})
    and (${asked.CardCategoryCode ?? null}::text is null or m.card_category_code = ${asked.CardCategoryCode ?? null})`
  const days = sql`(${asked.until}::date - ${asked.from}::date + 1)`
  const outlet = sql`(${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})`
  // Of a group of months the days before are those of no month among them: they are compared as a whole only.
  const before = by === 'Month' ? sql`null::text` : groups[by]
  return {
    // By member first, which counts them without sorting a whole company's sales.
    with: sql`seen as (
        select distinct f.membership_no from transaction_summary f
        where f.membership_no is not null and f.transaction_type = 'N' and f.business_date < ${asked.from}
      ),
      sold as (
        select ${groups[by]} as value, t.membership_no, bool_or(${members}) as member, count(*) filter (where ${bought})::int as invoices, sum(${net}) as net,
          sum(case when t.transaction_type = 'C' then -t.reversed_points else t.earned_points end) as earned
        from transaction_summary t left join membership m on m.membership_no = t.membership_no
        where ${counts} and ${outlet} and t.business_date between ${asked.from} and ${asked.until} group by 1, 2
      ),
      buyers as (
        select sold.membership_no, bool_or(seen.membership_no is null) as new from sold left join seen using (membership_no)
        where sold.member and sold.invoices > 0 group by 1
      ),
      earlier as (
        select ${before} as value, sum(${net}) as net from transaction_summary t left join membership m on m.membership_no = t.membership_no
        where ${counts} and ${outlet} and ${members} and t.business_date >= ${asked.from}::date - ${days} and t.business_date < ${asked.from} group by 1
      ),
      r as (
        select sold.value, count(*) filter (where sold.member and sold.invoices > 0)::int as buyers,
          count(*) filter (where sold.member and sold.invoices > 0 and buyers.new)::int as newcomers,
          coalesce(sum(sold.invoices) filter (where sold.member), 0)::int as invoices, coalesce(sum(sold.net) filter (where sold.member), 0) as net,
          sum(sold.net) as whole, coalesce(sum(sold.earned) filter (where sold.member), 0)::bigint as earned
        from sold left join buyers using (membership_no) group by 1 having bool_or(sold.member)
      ),
      shown as (
        select r.*, (select sum(e.net) from earlier e where ${by === 'Month' ? sql`false` : sql`e.value is not distinct from r.value`}) as before from r
      )`,
    from: sql`shown r`,
    select: sql`coalesce(r.value, '-') as key, r.value, r.buyers as buying_members, r.newcomers as new_buyers, r.invoices, r.net::numeric(16,2) as net,
      ${by === 'Month' ? sql`null` : sql`coalesce(r.before, 0)::numeric(16,2)`} as net_before, round(r.net / nullif(r.invoices, 0), 2) as average,
      round(r.net / nullif(r.buyers, 0), 2) as sales_per_member, to_char(round(r.invoices::numeric / nullif(r.buyers, 0), 2), 'FM999990.00') as frequency,
      r.earned as points_earned, ${percent(sql`r.net`, sql`r.whole`)} as member_share`,
    sort: {
      Key: 'r.value',
      Value: (way) => sql`r.value ${way} nulls last`,
      BuyingMembers: 'r.buyers',
      NewBuyers: 'r.newcomers',
      NetBefore: (way) => sql`r.before ${way} nulls last`,
      Average: (way) => sql`r.net / nullif(r.invoices, 0) ${way} nulls last`,
      SalesPerMember: (way) => sql`r.net / nullif(r.buyers, 0) ${way} nulls last`,
      Frequency: (way) => sql`r.invoices::numeric / nullif(r.buyers, 0) ${way} nulls last`,
      PointsEarned: 'r.earned',
      MemberShare: (way) => sql`r.net / nullif(r.whole, 0) ${way} nulls last`,
    },
    tie: sql`coalesce(r.value, '-')`,
    totals: sql`(select count(*)::int from membership a join customer c using (customer_id) where a.status = 'Active'
        and (${asked.outlet}::text is null or c.registered_outlet_code = ${asked.outlet})) as active_members,
      (select count(*)::int from buyers) as buying_members,
      (select count(*)::int from buyers where new) as new_buyers,
      coalesce(sum(r.invoices), 0)::int as invoices, coalesce(sum(r.net), 0)::numeric(16,2) as net,
      coalesce((select sum(net) from earlier), 0)::numeric(16,2) as net_before, round(sum(r.net) / nullif(sum(r.invoices), 0), 2) as average,
      round(sum(r.net) / nullif((select count(*) from buyers), 0), 2) as sales_per_member,
      coalesce(sum(r.earned), 0)::bigint as points_earned`,
  }
})
