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
    with: sql`sold as (
        select t.*, ${groups[by]} as value, ${net} as net, ${bought} as bought, ${members} as member,
          not exists (select from transaction_summary f where f.membership_no = t.membership_no and f.transaction_type = 'N' and f.business_date < ${asked.from}) as new
        from transaction_summary t left join membership m on m.membership_no = t.membership_no
        where ${counts} and ${outlet} and t.business_date between ${asked.from} and ${asked.until}
      ),
      earlier as (
        select ${before} as value, sum(${net}) as net from transaction_summary t left join membership m on m.membership_no = t.membership_no
        where ${counts} and ${outlet} and ${members} and t.business_date >= ${asked.from}::date - ${days} and t.business_date < ${asked.from} group by 1
      ),
      r as (
        select sold.value, count(distinct membership_no) filter (where bought and member)::int as buyers,
          count(distinct membership_no) filter (where bought and member and new)::int as newcomers,
          count(*) filter (where bought and member)::int as invoices, coalesce(sum(net) filter (where member), 0) as net, sum(net) as whole,
          coalesce(sum(case when transaction_type = 'C' then -reversed_points else earned_points end) filter (where member), 0)::bigint as earned
        from sold group by 1 having bool_or(member)
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
      (select count(distinct membership_no)::int from sold where bought and member) as buying_members,
      (select count(distinct membership_no)::int from sold where bought and member and new) as new_buyers,
      coalesce(sum(r.invoices), 0)::int as invoices, coalesce(sum(r.net), 0)::numeric(16,2) as net,
      coalesce((select sum(net) from earlier), 0)::numeric(16,2) as net_before, round(sum(r.net) / nullif(sum(r.invoices), 0), 2) as average,
      round(sum(r.net) / nullif((select count(distinct membership_no) from sold where bought and member), 0), 2) as sales_per_member,
      coalesce(sum(r.earned), 0)::bigint as points_earned`,
  }
})
