import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { percent } from '../server/sales.ts'
import { Gap, purchaseGaps } from './contract.ts'

/** The last day of each of them, in their order. */
const LAST_DAYS = [7, 30, 90, 180, 365, 730, null] as const
const steps = sql.join(
  Gap.options.map(
    (name, place) => sql`(${sql.lit(place)}, ${sql.lit(name)}, ${sql.lit(LAST_DAYS[place] ?? null)}::int)`,
  ),
)

export const purchaseGapsRoute = answer(purchaseGaps, (_ctx, asked) => {
  const days = (figure: ReturnType<typeof sql>) =>
    sql`(select to_char(round((${figure})::numeric, 1), 'FM999990.0') from again)`
  return {
    with: sql`day as (
        select customer_id, day, day - lag(day) over (partition by customer_id order by day) as days
        from purchase_days('-infinity', ${asked.until}, ${asked.outlet})
      ),
      again as materialized (
        select d.customer_id, d.days from day d join customer c using (customer_id)
        where d.days is not null and d.day >= ${asked.from} and (${asked.MemberType ?? null}::text is null or c.member_type = ${asked.MemberType ?? null})
      ),
      step (place, gap, last_day) as (values ${steps}),
      counted as (
        select (select min(step.place) from step where again.days <= coalesce(step.last_day, again.days)) as place, again.customer_id from again
      ),
      r as (
        select step.place, step.gap, count(counted.customer_id)::int as repeat_purchases, count(distinct counted.customer_id)::int as buyers,
          sum(count(counted.customer_id)) over (order by step.place) as so_far, sum(count(counted.customer_id)) over () as whole
        from step left join counted using (place) where exists (select from again) group by 1, 2
      )`,
    from: sql`r`,
    select: sql`r.gap, r.repeat_purchases, r.buyers, ${percent(sql`r.repeat_purchases`, sql`r.whole`)} as share, ${percent(sql`r.so_far`, sql`r.whole`)} as cumulative`,
    sort: { Gap: 'r.place', Share: 'r.repeat_purchases', Cumulative: 'r.so_far' },
    tie: sql`r.place`,
    totals: sql`coalesce(sum(r.repeat_purchases), 0)::int as repeat_purchases, (select count(distinct customer_id)::int from again) as buyers,
      ${days(sql`percentile_cont(0.5) within group (order by days)`)} as median_days, ${days(sql`avg(days)`)} as mean_days`,
  }
})
