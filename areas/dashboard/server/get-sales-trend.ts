import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { getSalesTrend as call, Trend, TrendMonth } from '../contract/trend.ts'
import { dashboardRefusals } from '../contract.ts'
import { resolveDashboardOutlet } from './get-dashboard.ts'

/** The maximum number of days in the period of a trend. */
const DAYS_MAX = 400
const DAY_MS = 86_400_000

type Step = TrendMonth & { Step: 'day' | 'month' | 'span' }

/** Returns net sales and registrations by day and month, compared with the previous period. */
export async function getSalesTrend(ctx: Ctx, { OutletCode, DateFrom, DateTo }: Input<typeof call>): Promise<Trend> {
  if (DateTo < DateFrom) throw dashboardRefusals.datesReversed()
  if (daysBetween(DateFrom, DateTo) >= DAYS_MAX) throw dashboardRefusals.tooLong({ Days: DAYS_MAX })
  const before = previousPeriod(DateFrom, DateTo)
  const outlet = resolveDashboardOutlet(ctx, OutletCode)
  const { rows } = await sql<Step>`
    with daily_sales as (
      select business_date as date, sum(net_moved(transaction_type, net_amount)) as sales
      from transaction_summary
      where business_date between ${before.from} and ${DateTo} and (approval_status is null or approval_status = 'Approved')
        and (${outlet}::text is null or outlet_code = ${outlet})
      group by 1
    ), daily_joins as (
      select m.join_date as date, count(distinct m.customer_id)::int as registered
      from membership m join customer c using (customer_id)
      where m.join_date between ${before.from} and ${DateTo} and m.status not in ('Archived', 'Merged', 'Deleted')
        and (${outlet}::text is null or c.registered_outlet_code = ${outlet})
      group by 1
    ), day as (
      -- Selects each day with the corresponding day of the previous period; null if the previous period was shorter.
      select date, case when date - ${DateFrom}::date + ${before.from}::date <= ${before.to}::date
          then date - ${DateFrom}::date + ${before.from}::date end as before,
        date <= ${ctx.today}::date as has_begun, min(date) over (partition by date_trunc('month', date::timestamp)) > ${ctx.today}::date as in_future
      from (select generate_series(${DateFrom}::date::timestamp, ${DateTo}::date::timestamp, '1 day')::date as date) days
    ), compared as (
      select day.*, coalesce(daily_sales.sales, 0) as sales, coalesce(daily_joins.registered, 0) as registered, coalesce(sales_before.sales, 0) as sales_before,
        coalesce(joins_before.registered, 0) as registered_before
      from day left join daily_sales using (date) left join daily_joins using (date)
        left join daily_sales sales_before on sales_before.date = day.before
        left join daily_joins joins_before on joins_before.date = day.before
    )
    select 'day' as step, date, before, before as before_until, sales::numeric(14,2) as sales, registered, sales_before::numeric(14,2) as sales_before,
      registered_before
    from compared
    union all
    select 'month', min(date), min(before), max(before), sum(sales)::numeric(14,2), sum(registered)::int, sum(sales_before)::numeric(14,2),
      sum(registered_before)::int
    from compared where has_begun or in_future group by date_trunc('month', date::timestamp)
    union all
    select 'span', coalesce(max(date), ${DateFrom}::date), null, coalesce(max(before), ${before.from}::date), coalesce(sum(sales), 0)::numeric(14,2),
      coalesce(sum(registered), 0)::int, coalesce(sum(sales_before), 0)::numeric(14,2), coalesce(sum(registered_before), 0)::int
    from compared where has_begun
    order by date`.execute(ctx.db)
  const steps = (kind: Step['Step']) => rows.flatMap(({ Step, ...step }) => (Step === kind ? [step] : []))
  const { Date: Until, Before: _, BeforeUntil, ...totals } = steps('span')[0]!
  return {
    ...totals,
    Until,
    BeforeFrom: before.from,
    BeforeUntil: BeforeUntil!,
    Days: steps('day').map(({ BeforeUntil: __, ...day }) => day),
    Months: steps('month'),
  }
}

const toDateText = (time: number) => new Date(time).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
/** Returns the previous month for a period that begins on the 1st of a month, else as many days before the period. */
export function previousPeriod(from: string, to: string) {
  const month = (date: string) => date.slice(0, 7)
  if (from.endsWith('-01') && month(from) === month(to)) {
    const first = new Date(`${from}T00:00:00Z`)
    first.setUTCMonth(first.getUTCMonth() - 1)
    const last = Date.parse(from) - DAY_MS
    return { from: toDateText(first.getTime()), to: toDateText(last) }
  }
  const length = daysBetween(from, to) + 1
  return { from: toDateText(Date.parse(from) - length * DAY_MS), to: toDateText(Date.parse(from) - DAY_MS) }
}
