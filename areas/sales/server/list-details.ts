import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'
import { detailColumns, detailTables, outletOf } from './sale-rows.ts'

const sortColumns = { SequenceNo: 't.transaction_id, d.sequence_no', NetAmount: 'd.net_amount' }

/** Lines of sales and cancellations; outlet staff see those of their outlet. */
export async function listDetails(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listDetails>,
) {
  const outlet = outletOf(ctx.actor)
  const given = [
    outlet && sql`t.outlet_code = ${outlet}`,
    Search.TransactionId && sql`d.transaction_id = ${Search.TransactionId}`,
    Search.InvoiceNo && sql`t.invoice_no = ${Search.InvoiceNo.toUpperCase()}`,
    Search.MembershipNo && sql`t.membership_no = ${Search.MembershipNo.toUpperCase()}`,
    Search.ItemCode && sql`d.item_code = ${Search.ItemCode.toUpperCase()}`,
    Search.Brand && sql`d.brand = ${Search.Brand}`,
  ]
  const where = sql`where ${allOf(given)}`
  const order = sql.raw(
    sortColumns[SortOption]
      .split(', ')
      .map((column) => `${column} ${SortDirection}`)
      .join(', '),
  )

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from ${detailTables} ${where}`.execute(ctx.db),
    sql<contract.Detail>`
      select ${detailColumns} from ${detailTables} ${where}
      order by ${order}, d.transaction_id, d.sequence_no limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
