import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { addShareColumn } from '#kit/server/shares.ts'
import type { getSalesByCustomerGroup as call, SalesBy, SalesPart } from '../contract/sales-by.ts'
import { dashboardRefusals } from '../contract.ts'
import { resolveDashboardOutlet } from './get-dashboard.ts'

type Part = SalesPart & { By: keyof SalesBy }

/** Splits the sales of the period by gender, race and age of the customer. Returns are deducted on their own day. */
export async function getSalesBy(ctx: Ctx, { OutletCode, DateFrom, DateTo }: Input<typeof call>): Promise<SalesBy> {
  if (DateTo < DateFrom) throw dashboardRefusals.datesReversed()
  const outlet = resolveDashboardOutlet(ctx, OutletCode)
  const parts: SalesBy = { Gender: [], Race: [], Age: [] }
  // Users without the privilege get no groups, because even the number of groups would reveal something about sales.
  if (!ctx.actor.privileges.has('View Sales Information')) return parts

  const { rows } = await sql<Part>`
    with member_sales as (
      select membership_no, sum(net_moved(transaction_type, net_amount)) as sales
      from transaction_summary
      where business_date between ${DateFrom} and ${DateTo} and (approval_status is null or approval_status = 'Approved')
        and (${outlet}::text is null or outlet_code = ${outlet})
      group by 1
    ), grouped_sales as (
      select member_sales.sales, nullif(c.gender, '') as gender, nullif(c.ethnicity, '') as race, age_group(c.date_of_birth, ${ctx.today}::date) as age
      from member_sales left join membership m using (membership_no) left join customer c using (customer_id)
    ), part as (
      select case when grouping(gender) = 0 then 'Gender' when grouping(race) = 0 then 'Race' else 'Age' end as by,
        coalesce(gender, race, age) as value, sum(sales) as sales
      from grouped_sales group by grouping sets ((gender), (race), (age))
    )
    select by, value, sales::numeric(16, 2) as sales, share
    from (${addShareColumn(sql`select *, coalesce(value, '') as key from part where sales <> 0`, 'sales', 'key', 'by')}) shared
    order by by, value is null, case when by = 'Age' then null else sales end desc, value <> '<20', value`.execute(
    ctx.db,
  )
  for (const { By, ...part } of rows) parts[By].push(part)
  return parts
}
