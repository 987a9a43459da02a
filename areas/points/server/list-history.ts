import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'
import { historyColumns, historyTables } from './rows.ts'

const sortColumns = { SequenceNo: 'h.sequence_no', BusinessDate: 'h.business_date' }

/** The ledger rows of one member; the whole ledger is read by reports and exports, not by this list. */
export async function listHistory(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listHistory>,
) {
  if (!Search.MembershipNo)
    throw new Refusal(400, 'kit.invalid', 'Please name the member', {
      details: [{ path: 'Search.MembershipNo', message: 'Required' }],
    })
  const given = [
    sql`h.membership_no = ${Search.MembershipNo}`,
    Search.TransactionType && sql`h.transaction_type = ${Search.TransactionType}`,
    Search.InvoiceNo && sql`h.invoice_no = ${Search.InvoiceNo.toUpperCase()}`,
    Search.DateFrom && sql`h.business_date >= ${Search.DateFrom}`,
    Search.DateTo && sql`h.business_date <= ${Search.DateTo}`,
  ]
  const where = sql`where ${allOf(given)}`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection}, h.history_id ${SortDirection}`)

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from point_history h ${where}`.execute(ctx.db),
    sql<contract.History>`
      select ${historyColumns} from ${historyTables} ${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
