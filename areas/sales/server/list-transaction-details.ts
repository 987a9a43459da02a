import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { isOfOutlets, saleDetailColumns, saleDetailTables } from './sale-rows.ts'

/** Lists lines of sales and cancellations; outlet staff see the lines of their outlet. */
export const listTransactionDetails = ({ actor }: Ctx, { Search }: Input<typeof contract.listTransactionDetails>) =>
  sqlList({
    from: saleDetailTables,
    where: [
      isOfOutlets(visibleOutlets(actor)),
      equals('d.transaction_id', Search.TransactionId),
      equals('t.invoice_no', Search.InvoiceNo?.toUpperCase()),
      equals('t.membership_no', Search.MembershipNo?.toUpperCase()),
      equals('d.item_code', Search.ItemCode?.toUpperCase()),
      equals('d.brand', Search.Brand),
    ],
    select: sql<contract.Detail>`${saleDetailColumns}`,
    sort: {
      SequenceNo: (direction) => sql`t.transaction_id ${direction}, d.sequence_no ${direction}`,
      NetAmount: 'd.net_amount',
    },
    tie: () => sql`d.transaction_id, d.sequence_no`,
  })
