import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { percent } from '../server/sales.ts'
import { repeatDays } from './contract.ts'

export const repeatDaysRoute = answer(repeatDays, (_ctx, asked) => ({
  with: sql`people as (
      select d.customer_id, count(*)::int - 1 as repeat_days, sum(d.value) as kept
      from purchase_days(${asked.from}, ${asked.until}, ${asked.outlet}) d
      where ${asked.MemberType === undefined ? sql`true` : sql`exists (select from customer c where c.customer_id = d.customer_id and c.member_type = ${asked.MemberType})`}
      group by 1
    ),
    r as (
      select repeat_days, count(*)::int as buyers, sum(kept) as kept, (sum(count(*)) over (order by repeat_days desc))::int as at_least,
        sum(count(*)) over () as whole
      from people group by 1
    )`,
  from: sql`r`,
  select: sql`r.repeat_days, r.buyers, ${percent(sql`r.buyers`, sql`r.whole`)} as share, r.at_least, ${percent(sql`r.at_least`, sql`r.whole`)} as at_least_share,
    r.kept::numeric(16,2) as kept, round(r.kept / r.buyers, 2) as kept_per_buyer`,
  sort: { Share: 'r.buyers', AtLeastShare: 'r.at_least', KeptPerBuyer: sql`r.kept / r.buyers` },
  tie: sql`r.repeat_days`,
  totals: sql`coalesce(sum(r.buyers), 0)::int as buyers, coalesce(sum(r.buyers) filter (where r.repeat_days > 0), 0)::int as repeaters,
    ${percent(sql`coalesce(sum(r.buyers) filter (where r.repeat_days > 0), 0)`, sql`sum(r.buyers)`)} as repeat_rate,
    coalesce(sum(r.kept), 0)::numeric(16,2) as kept`,
}))
