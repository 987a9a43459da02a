import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { getTrend as call, Trend, TrendDay } from '../contract/trend.ts'
import { refusals } from '../contract.ts'
import { outletFor } from './get-dashboard.ts'

/** As many days as a line can show one by one. */
const DAYS_MAX = 400
const DAY_MS = 86_400_000

type Day = { Date: string; Sales: string; Registered: number }

/** Sales less what came back, and customers by the day on which they joined. */
export async function getTrend(ctx: Ctx, { OutletCode, DateFrom, DateTo }: Input<typeof call>): Promise<Trend> {
  if (DateTo < DateFrom) throw refusals.datesReversed()
  if (daysBetween(DateFrom, DateTo) >= DAYS_MAX) throw refusals.tooLong({ Days: DAYS_MAX })
  const before = spanBefore(DateFrom, DateTo)
  const outlet = outletFor(ctx, OutletCode)
  const { rows } = await sql<Day>`
    with sold as (
      select business_date as date, sum(net_moved(transaction_type, net_amount)) as sales
      from transaction_summary
      where business_date between ${before.from} and ${DateTo} and (approval_status is null or approval_status = 'Approved')
        and (${outlet}::text is null or outlet_code = ${outlet})
      group by 1
    ), joined as (
      select m.join_date as date, count(distinct m.customer_id)::int as registered
      from membership m join customer c using (customer_id)
      where m.join_date between ${before.from} and ${DateTo} and m.status not in ('Archived', 'Merged', 'Deleted')
        and (${outlet}::text is null or c.registered_outlet_code = ${outlet})
      group by 1
    )
    select date, coalesce(sales, 0)::numeric(14, 2) as sales, coalesce(registered, 0) as registered
    from sold full join joined using (date)`.execute(ctx.db)
  const found = new Map(rows.map((row) => [row.Date, row]))
  const of = (date: string | null): Omit<Day, 'Date'> =>
    (date !== null && found.get(date)) || { Sales: '0.00', Registered: 0 }

  const daysBefore = range(before.from, before.to)
  const Days: TrendDay[] = range(DateFrom, DateTo).map((day, place) => {
    const then = daysBefore[place] ?? null
    const [now, earlier] = [of(day), of(then)]
    return {
      Date: day,
      Sales: now.Sales,
      Registered: now.Registered,
      Before: then,
      SalesBefore: earlier.Sales,
      RegisteredBefore: earlier.Registered,
    }
  })
  const begun = Days.filter((day) => day.Date <= ctx.today)
  const compared = begun.filter(({ Before }) => Before !== null)
  return {
    Until: begun.at(-1)?.Date ?? DateFrom,
    BeforeFrom: before.from,
    BeforeUntil: compared.at(-1)?.Before ?? before.from,
    Sales: total(begun.map(({ Sales }) => Sales)),
    SalesBefore: total(compared.map(({ SalesBefore }) => SalesBefore)),
    Registered: begun.reduce((sum, { Registered }) => sum + Registered, 0),
    RegisteredBefore: compared.reduce((sum, { RegisteredBefore }) => sum + RegisteredBefore, 0),
    Days,
  }
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
const range = (from: string, to: string) =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => iso(Date.parse(from) + day * DAY_MS))

/** A month is held against the month before it, day by day; anything else against as many days right before. */
export function spanBefore(from: string, to: string) {
  const month = (date: string) => date.slice(0, 7)
  if (from.endsWith('-01') && month(from) === month(to)) {
    const first = new Date(`${from}T00:00:00Z`)
    first.setUTCMonth(first.getUTCMonth() - 1)
    const last = Date.parse(from) - DAY_MS
    return { from: iso(first.getTime()), to: iso(last) }
  }
  const length = daysBetween(from, to) + 1
  return { from: iso(Date.parse(from) - length * DAY_MS), to: iso(Date.parse(from) - DAY_MS) }
}

/** Cents are added as whole numbers: a float would lose some. */
function total(amounts: readonly (string | null)[]): string {
  const cents = amounts.reduce((sum, amount) => sum + BigInt((amount ?? '0.00').replace('.', '')), 0n)
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
