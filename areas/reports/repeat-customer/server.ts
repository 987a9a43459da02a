import { sql } from 'kysely'
import { equals } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import { counts, net, nothingLeft, percent } from '../server/sales.ts'
import { repeatCustomer } from './contract.ts'

const times = (condition: string) => sql`count(*) filter (where r.visits ${sql.raw(condition)})::int`

export const repeatCustomerRoute = answer(repeatCustomer, (_ctx, asked) => ({
  with: sql`bought as (
      select t.membership_no, count(*) filter (where t.transaction_type = 'N' and not ${nothingLeft})::int as visits,
        min(t.business_date) filter (where t.transaction_type = 'N' and not ${nothingLeft}) as first_purchase,
        max(t.business_date) filter (where t.transaction_type = 'N' and not ${nothingLeft}) as last_purchase, sum(${net}) as net
      from transaction_summary t
      where t.membership_no is not null and ${counts} and t.business_date between ${asked.from} and ${asked.until}
        and (${asked.outlet}::text is null or t.outlet_code = ${asked.outlet})
      group by 1
    ),
    people as (
      select bought.*, c.customer_id, c.full_name, m.member_type, m.card_category_code, c.registered_outlet_code
      from bought join membership m using (membership_no) join customer c using (customer_id) where bought.visits > 0
    )`,
  from: sql`people r`,
  where: [
    equals('r.member_type', asked.MemberType),
    equals('r.card_category_code', asked.CardCategoryCode),
    asked.MinimumPurchase !== undefined && sql`r.net >= ${asked.MinimumPurchase}::numeric`,
    asked.MinimumVisits !== undefined && sql`r.visits >= ${asked.MinimumVisits}`,
  ],
  select: sql`r.membership_no, r.customer_id, r.full_name as customer_name, r.member_type, r.card_category_code, r.registered_outlet_code,
    r.visits, r.first_purchase, r.last_purchase,
    case when r.visits > 1 then to_char(round((r.last_purchase - r.first_purchase)::numeric / (r.visits - 1), 1), 'FM999990.0') end as average_days,
    r.net::numeric(16,2) as net, round(r.net / r.visits, 2) as average`,
  sort: {
    CustomerName: 'r.full_name',
    AverageDays: (way) =>
      sql`(r.last_purchase - r.first_purchase)::numeric / nullif(r.visits - 1, 0) ${way} nulls last`,
    Average: sql`r.net / r.visits`,
  },
  tie: sql`r.membership_no`,
  totals: sql`count(*)::int as buyers, ${times('>= 2')} as repeaters, ${percent(times('>= 2'), sql`count(*)`)} as repeat_rate,
    ${times('= 1')} as once, ${times('= 2')} as twice, ${times('= 3')} as three_times, ${times('>= 4')} as more_often,
    coalesce(sum(r.net), 0)::numeric(16,2) as net`,
}))
