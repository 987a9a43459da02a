import { sql } from 'kysely'
import { z } from 'zod'
import type { ApprovalEffect } from '#areas/approvals/contract.ts'
import { defineApprovalKind, requestApproval } from '#areas/approvals/server/index.ts'
import { describeLiabilityEffect } from '#areas/points/server/index.ts'
import { Id } from '#kit/contract/fields.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { saleRefusals } from '../contract.ts'
import { archivedCustomerBoughtEvent } from './events.ts'
import { saleChangeOrigin } from './origin.ts'

/** Approval kind of a manual sale above the limit; the sale has no member and does not count before the approval. */
export const MANUAL_SALE_APPROVAL_KIND = 'Manual sale'

type Waiting = { TransactionId: number; InvoiceNo: string; MembershipNo: string; Total: string }

export async function requestSaleApproval(ctx: Ctx, { TransactionId, InvoiceNo, MembershipNo, Total }: Waiting) {
  const { rows } = await sql<{ FullName: string }>`
    select c.full_name from membership m join customer c using (customer_id) where m.membership_no = ${MembershipNo}`.execute(
    ctx.db,
  )
  await requestApproval(ctx, {
    Kind: MANUAL_SALE_APPROVAL_KIND,
    ObjectType: 'Transaction',
    ObjectId: TransactionId,
    Summary: {
      key: 'approvals:summary.manualSale',
      params: { invoice: InvoiceNo, amount: Total, name: rows[0]!.FullName },
    },
    Payload: { TransactionId },
    Privilege: 'Approve Requests',
    MembershipNo,
  })
}

export const manualSaleApprovalKind = defineApprovalKind({
  name: MANUAL_SALE_APPROVAL_KIND,
  privilege: 'Approve Requests',
  payload: z.strictObject({ TransactionId: Id }),
  effects: (ctx, { TransactionId }) => effectsOf(ctx, TransactionId),
  approve: async (ctx, { TransactionId }, { RequestedById }) => {
    const source = { ...saleChangeOrigin(ctx), CreatedById: RequestedById, DeciderId: ctx.actor.userId }
    const CustomerId = await databaseFunctions.approveSale(ctx.db, { id: TransactionId, source }, saleRefusals)
    if (CustomerId !== null) await publishEvent(ctx, archivedCustomerBoughtEvent, { CustomerId })
  },
  reject: (ctx, { TransactionId }, { Status }) =>
    databaseFunctions.turnDownSale(ctx.db, { id: TransactionId, outcome: Status }, saleRefusals),
})

type Sale = {
  InvoiceNo: string
  BusinessDate: string
  TotalAmount: string
  ClaimedPoints: number
  MembershipNo: string
  Points: number
  OwnYN: 'Y' | 'N'
  Lines: { Line: number; Goods: string; Amount: string }[]
}

async function effectsOf(ctx: Ctx, TransactionId: number): Promise<ApprovalEffect[]> {
  const { rows } = await sql<Sale>`
    select sale.invoice_no, sale.business_date, sale.total_amount, sale.claimed_points, m.membership_no, coalesce(b.points, 0) as points,
      (select coalesce(jsonb_agg(jsonb_build_object('Line', line.sequence_no, 'Amount', line.net_amount::text,
          'Goods', concat_ws(' · ', line.description, line.brand, line.product_group)) order by line.sequence_no), '[]')
        from transaction_detail line where line.transaction_id = sale.transaction_id) as lines,
      case when is_own_customer(${ctx.actor.userId}, m.customer_id) then 'Y' else 'N' end as own_yn
    from transaction_summary sale
    join membership m on m.membership_no = surviving_membership(sale.claimed_membership_no)
    left join balances(${ctx.today}) b on b.membership_no = m.membership_no
    where sale.transaction_id = ${TransactionId}`.execute(ctx.db)
  const sale = rows[0]!
  if (sale.OwnYN === 'Y') throw saleRefusals.ownSale()
  const addedField = (name: 'invoice' | 'amount' | 'soldOn', After: string) => ({
    What: { key: `approvals:effect.${name}`, params: {} },
    Before: null,
    After,
  })
  return [
    addedField('invoice', sale.InvoiceNo),
    addedField('soldOn', sale.BusinessDate),
    ...sale.Lines.map(({ Line, Goods, Amount }) => ({
      What: { key: 'approvals:effect.line', params: { line: Line, goods: Goods } },
      Before: null,
      After: Amount,
    })),
    addedField('amount', sale.TotalAmount),
    {
      What: { key: 'approvals:effect.balance', params: { number: sale.MembershipNo } },
      Before: sale.Points,
      After: sale.Points + sale.ClaimedPoints,
    },
    ...(await describeLiabilityEffect(ctx, sale.Points, sale.Points + sale.ClaimedPoints)),
  ]
}
