import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { pointHistoryColumns, pointHistoryTables } from './rows.ts'

/** Lists the ledger rows of one member; reports and exports read the whole ledger instead. */
export function listPointHistory(_ctx: Ctx, { Search }: Input<typeof contract.listPointHistory>) {
  if (!Search.MembershipNo)
    throw new Refusal(400, 'kit.invalid', 'Name the member', {
      details: [{ path: 'Search.MembershipNo', message: 'Required' }],
    })
  return sqlList({
    from: pointHistoryTables,
    where: [
      equals('h.membership_no', Search.MembershipNo),
      equals('h.transaction_type', Search.TransactionType),
      equals('h.invoice_no', Search.InvoiceNo?.toUpperCase()),
      isBetweenBounds('h.business_date', Search.DateFrom, Search.DateTo),
    ],
    select: sql<contract.History>`${pointHistoryColumns}`,
    tie: 'h.history_id',
  })
}
