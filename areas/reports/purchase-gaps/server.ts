import { sql } from 'kysely'
import { addShareColumn } from '#kit/server/shares.ts'
import { hasMemberTypeSql, selectFromPurchaseDaysSql } from '../server/purchases.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { PurchaseGap, purchaseGapsReport } from './contract.ts'

/** Highest number of days of each range; null for the last range. */
const LAST_DAYS = [7, 30, 90, 180, 365, 730, null] as const
/** Lowest number of days of each range except the first; width_bucket puts smaller numbers into bucket 0. */
const firstDays = sql`array[${sql.join(LAST_DAYS.flatMap((last) => (last === null ? [] : [sql.lit(last + 1)])))}]`
const steps = sql.join(
  PurchaseGap.options.map(
    (name, place) => sql`(${sql.lit(place)}, ${sql.lit(name)}, ${sql.lit(LAST_DAYS[place] ?? null)}::int)`,
  ),
)

// Gaps are counted by number of days first; median, mean and ranges are calculated from the counts.
// Buyers are counted by their combination of ranges, because few combinations exist.
export const purchaseGapsRoute = serveReport(purchaseGapsReport, (_ctx, query) => {
  const statistic = (days: ReturnType<typeof sql>) =>
    sql`(select to_char(round((${days})::numeric, 1), 'FM999990.0') from gap_count)`
  const gapTotal = sql`(select coalesce(sum(o.times), 0) from gap_count o)`
  const repeatCondition = sql`d.since_previous is not null and d.business_date between ${query.from} and ${query.until} and ${hasMemberTypeSql(query.MemberType)}`
  return {
    usesIndexOrder: true,
    with: sql`counted as (
        ${selectFromPurchaseDaysSql(query.outlet, (days) => sql`select d.since_previous as days, count(*) as times from ${days} d where ${repeatCondition} group by 1`)}
      ),
      step (place, gap, last_day) as (values ${steps}),
      gap_count as (
        select days, times, (select min(step.place) from step where summed.days <= coalesce(step.last_day, summed.days)) as place,
          sum(times) over (order by days) as up_to
        from (select days, sum(times) as times from counted group by 1) summed
      ),
      buyer as (
        ${selectFromPurchaseDaysSql(
          query.outlet,
          (days) =>
            sql`select d.customer_id, bit_or(1 << width_bucket(d.since_previous, ${firstDays})) as places from ${days} d where ${repeatCondition} group by 1`,
        )}
      ),
      buyer_combination as (select places, count(*) as buyers from buyer group by 1),
      steps as (
        select step.place, step.gap, coalesce(sum(gap_count.times), 0)::int as repeat_purchases,
          (select coalesce(sum(buyer_combination.buyers), 0)::int from buyer_combination where buyer_combination.places & (1 << step.place) <> 0) as buyers,
          sum(coalesce(sum(gap_count.times), 0)) over (order by step.place) as cumulative, sum(coalesce(sum(gap_count.times), 0)) over () as whole
        from step left join gap_count using (place) where exists (select from gap_count) group by 1, 2
      ),
      r as (${addShareColumn(sql`select * from steps`, 'repeat_purchases', 'place')})`,
    from: sql`r`,
    select: sql`r.gap, r.repeat_purchases, r.buyers, r.share, ${percentSql(sql`r.cumulative`, sql`r.whole`)} as cumulative`,
    sort: { Gap: 'r.place', Share: 'r.repeat_purchases', Cumulative: 'r.cumulative' },
    tie: sql`r.place`,
    totals: sql`coalesce(sum(r.repeat_purchases), 0)::int as repeat_purchases, (select coalesce(sum(buyer_combination.buyers), 0)::int from buyer_combination) as buyers,
      ${statistic(sql`(min(days) filter (where up_to * 2 >= ${gapTotal}) + min(days) filter (where up_to * 2 > ${gapTotal})) / 2.0`)} as median_days,
      ${statistic(sql`sum(days * times) / nullif(sum(times), 0)`)} as mean_days`,
  }
})
