import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { percent } from '../server/sales.ts'
import { Gap, purchaseGaps } from './contract.ts'

/** The last day of each of them, in their order. */
const LAST_DAYS = [7, 30, 90, 180, 365, 730, null] as const
/** The first day of each but the first, as width_bucket asks for them: what lies before all of them is in place 0. */
const firstDays = sql`array[${sql.join(LAST_DAYS.flatMap((last) => (last === null ? [] : [sql.lit(last + 1)])))}]`
const steps = sql.join(
  Gap.options.map(
    (name, place) => sql`(${sql.lit(place)}, ${sql.lit(name)}, ${sql.lit(LAST_DAYS[place] ?? null)}::int)`,
  ),
)

// How often each number of days came is counted first: middle, mean and steps all follow from these few rows.
export const purchaseGapsRoute = answer(purchaseGaps, (_ctx, asked) => {
  const days = (figure: ReturnType<typeof sql>) =>
    sql`(select to_char(round((${figure})::numeric, 1), 'FM999990.0') from often)`
  const whole = sql`(select coalesce(sum(o.times), 0) from often o)`
  return {
    with: sql`day as (
        select customer_id, day, day - lag(day) over (partition by customer_id order by day) as days
        from purchase_days('-infinity', ${asked.until}, ${asked.outlet})
      ),
      again as materialized (
        select d.customer_id, d.days from day d
        where d.days is not null and d.day >= ${asked.from}
          and ${asked.MemberType === undefined ? sql`true` : sql`exists (select from customer c where c.customer_id = d.customer_id and c.member_type = ${asked.MemberType})`}
      ),
      step (place, gap, last_day) as (values ${steps}),
      often as (
        select days, times, (select min(step.place) from step where counted.days <= coalesce(step.last_day, counted.days)) as place,
          sum(times) over (order by days) as up_to
        from (select days, count(*) as times from again group by 1) counted
      ),
      buyer as (select customer_id, bit_or(1 << width_bucket(days, ${firstDays})) as places from again group by 1),
      r as (
        select step.place, step.gap, coalesce(sum(often.times), 0)::int as repeat_purchases,
          (select count(*)::int from buyer where buyer.places & (1 << step.place) <> 0) as buyers,
          sum(coalesce(sum(often.times), 0)) over (order by step.place) as so_far, sum(coalesce(sum(often.times), 0)) over () as whole
        from step left join often using (place) where exists (select from again) group by 1, 2
      )`,
    from: sql`r`,
    select: sql`r.gap, r.repeat_purchases, r.buyers, ${percent(sql`r.repeat_purchases`, sql`r.whole`)} as share, ${percent(sql`r.so_far`, sql`r.whole`)} as cumulative`,
    sort: { Gap: 'r.place', Share: 'r.repeat_purchases', Cumulative: 'r.so_far' },
    tie: sql`r.place`,
    totals: sql`coalesce(sum(r.repeat_purchases), 0)::int as repeat_purchases, (select count(*)::int from buyer) as buyers,
      ${days(sql`(min(days) filter (where up_to * 2 >= ${whole}) + min(days) filter (where up_to * 2 > ${whole})) / 2.0`)} as median_days,
      ${days(sql`sum(days * times) / nullif(sum(times), 0)`)} as mean_days`,
  }
})
