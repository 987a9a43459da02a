import { sql } from 'kysely'
import { answer } from '../server/report.ts'
import { percent } from '../server/sales.ts'
import { monthsAfter, purchaseCohorts } from './contract.ts'

const month = (day: string) => sql`date_trunc('month', ${sql.ref(day)}::timestamp)::date`
const monthOf = (day: string) => sql`date_trunc('month', ${day}::date::timestamp)::date`
/** How many months lie between the months of two days. Whole numbers all of them, of which date_part is the quicker. */
const between = (first: string, later: string) =>
  sql`((date_part('year', ${sql.ref(later)}) - date_part('year', ${sql.ref(first)})) * 12 + date_part('month', ${sql.ref(later)}) - date_part('month', ${sql.ref(first)}))::int`

// The months after the first in which a customer bought are bits of one number: each customer is looked at once.
export const purchaseCohortsRoute = answer(purchaseCohorts, (ctx, asked) => {
  const bought = (place: number) => sql`count(*) filter (where people.months & ${sql.lit(2 ** place)} <> 0)::int`
  const figures = monthsAfter.map((name, index) => ({ name, place: index + 1, column: sql.ref(`m${index + 1}`) }))
  const share = (column: ReturnType<typeof sql.ref>, place: number) =>
    sql`case when r.cohort + make_interval(months => ${sql.lit(place)}) <= ${monthOf(ctx.today)} then ${percent(column, sql`r.buyers`)} end`
  return {
    with: sql`day as (
        select d.customer_id, d.day, d.value, first_value(d.day) over (partition by d.customer_id order by d.day) as first
        from purchase_days('-infinity', ${ctx.today}, ${asked.outlet}) d
        where ${asked.MemberType === undefined ? sql`true` : sql`exists (select from customer c where c.customer_id = d.customer_id and c.member_type = ${asked.MemberType})`}
      ),
      people as (
        select d.customer_id, ${month('d.first')} as cohort, count(*) > 1 as again, sum(d.value) as kept,
          bit_or(case when ${between('d.first', 'd.day')} between 1 and ${sql.lit(monthsAfter.length)} then 1 << ${between('d.first', 'd.day')} else 0 end) as months
        from day d where d.first >= ${monthOf(asked.from)} and d.first < ${monthOf(asked.until)} + interval '1 month' group by d.customer_id, d.first
      ),
      r as (
        select cohort, count(*)::int as buyers, count(*) filter (where again)::int as repeaters, sum(kept) as kept,
          ${sql.join(figures.map(({ place, column }) => sql`${bought(place)} as ${column}`))}
        from people group by 1
      )`,
    from: sql`r`,
    select: sql`to_char(r.cohort, 'YYYY-MM') as first_month, r.buyers, r.repeaters, ${percent(sql`r.repeaters`, sql`r.buyers`)} as repeat_rate,
      r.kept::numeric(16,2) as kept, ${sql.join(figures.map(({ place, column }) => sql`${share(column, place)} as ${sql.ref(`month${place}`)}`))}`,
    sort: {
      FirstMonth: 'r.cohort',
      RepeatRate: sql`r.repeaters::numeric / r.buyers`,
      ...Object.fromEntries(figures.map(({ name, column }) => [name, sql`${column}::numeric / r.buyers`])),
    },
    tie: sql`r.cohort`,
    totals: sql`coalesce(sum(r.buyers), 0)::int as buyers, coalesce(sum(r.repeaters), 0)::int as repeaters,
      ${percent(sql`sum(r.repeaters)`, sql`sum(r.buyers)`)} as repeat_rate, coalesce(sum(r.kept), 0)::numeric(16,2) as kept`,
  }
})
