import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds } from '#kit/server/filters.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'
import * as contract from '../contract.ts'
import { isOfListedOutlets, isOfOutlets } from './sale-rows.ts'

// Sales and returns of tills that were accepted with a corrected time, or without their unknown membership number.

const tables = sql.raw(`sale_head_check head_check
  join transaction_summary t on t.transaction_id = head_check.transaction_id
  left join customer c on c.customer_id = t.customer_id`)

const columns = sql.raw(`
  head_check.transaction_id * 2 + case head_check.reason when 'Clock' then 0 else 1 end as check_id, head_check.transaction_id, head_check.reason, head_check.status, head_check.sent_performed_at, head_check.sent_membership_no,
  case when member_exists(head_check.sent_membership_no) then 'Y' else 'N' end as number_exists_yn,
  t.transaction_type, t.invoice_no, t.membership_no, c.full_name as customer_name, t.outlet_code, t.performed_at, t.business_date, t.total_amount, t.net_amount,
  head_check.remark, head_check.decided_by, head_check.decided_at`)

export function listCheckedSales({ actor }: Ctx, { Search }: Input<typeof contract.listSaleHeadChecks>) {
  return checkedSales([
    isOfListedOutlets(actor, Search.OutletCode),
    equals('head_check.status', Search.Status),
    equals('head_check.reason', Search.Reason),
    equals('t.invoice_no', Search.InvoiceNo?.toUpperCase()),
    equals('head_check.sent_membership_no', Search.SentMembershipNo),
    isBetweenBounds('t.business_date', Search.DateFrom, Search.DateTo),
  ])
}

const checkedSales = (where: Parameters<typeof sqlList>[0]['where']) =>
  sqlList({
    from: tables,
    where: where ?? [],
    select: sql<contract.SaleHeadCheck>`${columns}`,
    sort: { PerformedAt: 't.performed_at', InvoiceNo: 't.invoice_no' },
    tie: () => sql`head_check.transaction_id, head_check.reason`,
  })

/** Counts the waiting checks that the caller can decide; a document has one check for each reason. */
export async function countSalesToCheck({ actor, db }: Ctx): Promise<number> {
  if (!actor.roles.has('Customer Transaction')) return 0
  const { rows } = await sql<{ Count: number }>`
    select count(*) from ${tables} where head_check.status = 'Waiting' and ${isOfOutlets(visibleOutlets(actor))}`.execute(
    db,
  )
  return rows[0]?.Count ?? 0
}

/** Confirms a sale or return as it was stored; staff can still assign it to a member later. */
export async function confirmSale(
  ctx: Ctx,
  { TransactionId, Reason, Remark }: Input<typeof contract.confirmSale>,
): Promise<contract.SaleHeadCheck> {
  const confirmed = await ctx.db
    .updateTable('SaleHeadCheck')
    .set({
      Status: 'Confirmed',
      Remark,
      DecidedById: ctx.actor.userId,
      DecidedBy: ctx.actor.name,
      DecidedAt: ctx.now,
    })
    .where('TransactionId', '=', TransactionId)
    .where('Reason', '=', Reason)
    .where('Status', '=', 'Waiting')
    .returning('TransactionId')
    .executeTakeFirst()
  const key = [sql`head_check.transaction_id = ${TransactionId}`, equals('head_check.reason', Reason)]
  const sale = await readFirstRow(ctx, checkedSales(key))
  if (!sale) throw contract.saleRefusals.notFound()
  const { InvoiceNo, DecidedBy } = sale
  if (!confirmed) throw contract.saleRefusals.saleCheckedAlready({ InvoiceNo, DecidedBy: DecidedBy ?? '' })
  ctx.audit(
    'Confirm Sale To Check',
    'Transaction',
    InvoiceNo,
    `Confirm Sale To Check in Sales To Check. InvoiceNo - ${InvoiceNo}`,
  )
  return sale
}
