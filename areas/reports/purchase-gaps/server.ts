import { sql } from 'kysely'
import { withShares } from '#kit/server/shares.ts'
import { ofMemberType, overPurchaseDays } from '../server/purchases.ts'
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

// How often each number of days came is counted first: middle, mean and steps all follow from these few rows. Who came again after which of
// the times is counted by the steps together, which are few as well.
export const purchaseGapsRoute = answer(purchaseGaps, (_ctx, asked) => {
  const figure = (days: ReturnType<typeof sql>) =>
    sql`(select to_char(round((${days})::numeric, 1), 'FM999990.0') from often)`
  const whole = sql`(select coalesce(sum(o.times), 0) from often o)`
  const again = sql`d.since_previous is not null and d.business_date between ${asked.from} and ${asked.until} and ${ofMemberType(asked.MemberType)}`
  return {
    inOrder: true,
    with: sql`counted as (
        ${overPurchaseDays(asked.outlet, (days) => sql`select d.since_previous as days, count(*) as times from ${days} d where ${again} group by 1`)}
      ),
      step (place, gap, last_day) as (values ${steps}),
      often as (
        select days, times, (select min(step.place) from step where summed.days <= coalesce(step.last_day, summed.days)) as place,
          sum(times) over (order by days) as up_to
        from (select days, sum(times) as times from counted group by 1) summed
      ),
      buyer as (
        ${overPurchaseDays(
          asked.outlet,
          (days) =>
            sql`select d.customer_id, bit_or(1 << width_bucket(d.since_previous, ${firstDays})) as places from ${days} d where ${again} group by 1`,
        )}
      ),
      together as (select places, count(*) as buyers from buyer group by 1),
      steps as (
        select step.place, step.gap, coalesce(sum(often.times), 0)::int as repeat_purchases,
          (select coalesce(sum(together.buyers), 0)::int from together where together.places & (1 << step.place) <> 0) as buyers,
          sum(coalesce(sum(often.times), 0)) over (order by step.place) as so_far, sum(coalesce(sum(often.times), 0)) over () as whole
        from step left join often using (place) where exists (select from often) group by 1, 2
      ),
      r as (${withShares(sql`select * from steps`, 'repeat_purchases', 'place')})`,
    from: sql`r`,
    select: sql`r.gap, r.repeat_purchases, r.buyers, r.share, ${percent(sql`r.so_far`, sql`r.whole`)} as cumulative`,
    sort: { Gap: 'r.place', Share: 'r.repeat_purchases', Cumulative: 'r.so_far' },
    tie: sql`r.place`,
    totals: sql`coalesce(sum(r.repeat_purchases), 0)::int as repeat_purchases, (select coalesce(sum(together.buyers), 0)::int from together) as buyers,
      ${figure(sql`(min(days) filter (where up_to * 2 >= ${whole}) + min(days) filter (where up_to * 2 > ${whole})) / 2.0`)} as median_days,
      ${figure(sql`sum(days * times) / nullif(sum(times), 0)`)} as mean_days`,
  }
})
