import { sql } from 'kysely'
import { ofMemberType, overPurchaseDays } from '../server/purchases.ts'
import { answer } from '../server/report.ts'
import { percent } from '../server/sales.ts'
import { monthsAfter, purchaseCohorts } from './contract.ts'

// A purchase day says whether it is the first of its customer, the second, or the first in its month: customers are counted without grouping
// the days of each.
export const purchaseCohortsRoute = answer(purchaseCohorts, (ctx, asked) => {
  const figures = monthsAfter.map((name, index) => ({ name, place: index + 1, column: sql.ref(`m${index + 1}`) }))
  const share = (column: ReturnType<typeof sql.ref>, place: number) =>
    sql`case when r.first_month + ${sql.lit(place)} <= month_number(${ctx.today}) then ${percent(column, sql`r.buyers`)} end`
  return {
    with: sql`part as (
        ${overPurchaseDays(
          asked.outlet,
          (
            days,
          ) => sql`select d.first_month, d.month - d.first_month as later, count(*) filter (where d.since_first = 0) as buyers,
              count(*) filter (where d.since_previous = d.since_first) as repeaters, count(*) filter (where d.opens_month) as bought, sum(d.kept) as kept
            from ${days} d where d.business_date <= ${ctx.today} and d.first_month between month_number(${asked.from}) and month_number(${asked.until})
              and ${ofMemberType(asked.MemberType)} group by 1, 2`,
        )}
      ),
      r as (
        select first_month, sum(buyers)::int as buyers, sum(repeaters)::int as repeaters, sum(kept) as kept,
          ${sql.join(figures.map(({ place, column }) => sql`coalesce(sum(bought) filter (where later = ${sql.lit(place)}), 0)::int as ${column}`))}
        from part group by 1
      )`,
    from: sql`r`,
    select: sql`to_char(first_of_month(r.first_month), 'YYYY-MM') as first_month, r.buyers, r.repeaters, ${percent(sql`r.repeaters`, sql`r.buyers`)} as repeat_rate,
      r.kept::numeric(16,2) as kept, ${sql.join(figures.map(({ place, column }) => sql`${share(column, place)} as ${sql.ref(`month${place}`)}`))}`,
    sort: {
      FirstMonth: 'r.first_month',
      RepeatRate: sql`r.repeaters::numeric / r.buyers`,
      ...Object.fromEntries(figures.map(({ name, column }) => [name, sql`${column}::numeric / r.buyers`])),
    },
    tie: sql`r.first_month`,
    totals: sql`coalesce(sum(r.buyers), 0)::int as buyers, coalesce(sum(r.repeaters), 0)::int as repeaters,
      ${percent(sql`sum(r.repeaters)`, sql`sum(r.buyers)`)} as repeat_rate, coalesce(sum(r.kept), 0)::numeric(16,2) as kept`,
  }
})
