import { sql } from 'kysely'
import { allOf, equals } from '#kit/server/filters.ts'
import { hasMemberTypeSql, selectFromPurchaseDaysSql } from '../server/purchases.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { cohortMonthColumns, purchaseCohortsReport } from './contract.ts'

type CohortQuery = { outlet: string | null; from: string; until: string; MemberType?: string | undefined }

/** SQL of current customers by the month of their first membership; a filter by outlet uses the registered outlet. */
const joinedSql = ({ outlet, from, until, MemberType }: CohortQuery) => sql`joined as (
        select customer_id, month_number(min(membership.join_date)) as cohort from membership join customer c using (customer_id)
        where ${allOf([
          sql`c.status not in ('Deleted', 'Merged')`,
          equals('c.registered_outlet_code', outlet),
          equals('c.member_type', MemberType),
        ])}
        group by 1 having month_number(min(membership.join_date)) between month_number(${from}) and month_number(${until})
      ),
      members as (select cohort, count(*)::int as members from joined group by 1)`

// A purchase day stores whether it is its customer's first or second one, or the first of the month.
// With the flags of purchase days, customers can be counted without grouping their purchase days.
export const purchaseCohortsRoute = serveReport(purchaseCohortsReport, (ctx, query) => {
  const byJoining = query.CohortBy === 'Joined'
  const cohort = byJoining ? sql`joined.cohort` : sql`d.first_month`
  const dayCondition = byJoining
    ? sql`true`
    : sql`d.first_month between month_number(${query.from}) and month_number(${query.until}) and ${hasMemberTypeSql(query.MemberType)}`
  const cohortSize = byJoining ? sql`r.members` : sql`r.buyers`
  const figures = cohortMonthColumns.map((name, index) => ({
    name,
    place: index + 1,
    column: sql.ref(`m${index + 1}`),
  }))
  const share = (column: ReturnType<typeof sql.ref>, place: number) =>
    sql`case when r.first_month + ${sql.lit(place)} <= month_number(${ctx.today}) then ${percentSql(column, cohortSize)} end`
  return {
    with: sql`${byJoining ? sql`${joinedSql(query)},` : sql``} part as (
        ${selectFromPurchaseDaysSql(
          query.outlet,
          (
            days,
          ) => sql`select ${cohort} as first_month, d.month - ${cohort} as later, count(*) filter (where d.since_first = 0) as buyers,
              count(*) filter (where d.since_previous = d.since_first) as repeaters, count(*) filter (where d.opens_month) as bought, sum(d.net_sales) as net_sales
            from ${days} d ${byJoining ? sql`join joined on joined.customer_id = d.customer_id` : sql``}
            where d.business_date <= ${ctx.today} and ${dayCondition} group by 1, 2`,
        )}
      ),
      summed as (
        select first_month, sum(buyers)::int as buyers, sum(repeaters)::int as repeaters, sum(net_sales) as net_sales,
          ${sql.join(figures.map(({ place, column }) => sql`coalesce(sum(bought) filter (where later = ${sql.lit(place)}), 0)::int as ${column}`))}
        from part group by 1
      ),
      r as (${
        byJoining
          ? sql`
        select cohort as first_month, members, coalesce(buyers, 0) as buyers, coalesce(repeaters, 0) as repeaters, coalesce(net_sales, 0) as net_sales,
          ${sql.join(figures.map(({ column }) => sql`coalesce(${column}, 0) as ${column}`))}
        from members left join summed on summed.first_month = members.cohort`
          : sql`select summed.*, null::int as members from summed`
      })`,
    from: sql`r`,
    select: sql`to_char(first_of_month(r.first_month), 'YYYY-MM') as first_month, r.members, r.buyers, r.repeaters, ${percentSql(sql`r.repeaters`, sql`r.buyers`)} as repeat_rate,
      r.net_sales::numeric(16,2) as kept, ${sql.join(figures.map(({ place, column }) => sql`${share(column, place)} as ${sql.ref(`month${place}`)}`))}`,
    sort: {
      FirstMonth: 'r.first_month',
      RepeatRate: (way) => sql`r.repeaters::numeric / nullif(r.buyers, 0) ${way} nulls last`,
      ...Object.fromEntries(figures.map(({ name, column }) => [name, sql`${column}::numeric / ${cohortSize}`])),
    },
    tie: sql`r.first_month`,
    totals: sql`sum(r.members)::int as members, coalesce(sum(r.buyers), 0)::int as buyers, coalesce(sum(r.repeaters), 0)::int as repeaters,
      ${percentSql(sql`sum(r.repeaters)`, sql`sum(r.buyers)`)} as repeat_rate, coalesce(sum(r.net_sales), 0)::numeric(16,2) as kept`,
  }
})
