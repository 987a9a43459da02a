import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allSent, mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { publish } from '#kit/server/events.ts'
import * as contract from '../contract.ts'
import { requestSaleApproval } from './approval-kind.ts'
import { archivedCustomerBought } from './events.ts'
import { manualLimit } from './manual-limit.ts'
import { origin } from './origin.ts'
import { findPosted, outletOf } from './sale-rows.ts'

/** Enters a sale or returns one, with lines, points, ledger and balance in one transaction. */
export async function addTransaction(ctx: Ctx, input: Input<typeof contract.addTransaction>) {
  return input.TransactionType === 'N' ? enterSale(ctx, input) : enterCancel(ctx, input)
}

async function enterSale(ctx: Ctx, input: z.output<typeof contract.NewSale>) {
  const OutletCode = saleOutlet(ctx, input.OutletCode)
  const Lines = numbered(input.Details)
  const sale = {
    ...input,
    ...origin(ctx),
    OutletCode,
    Details: undefined,
    Lines,
    PerformedAt: input.PerformedAt ?? ctx.now,
    ManualLimit: ctx.actor.kind === 'staff' ? await manualLimit(ctx) : null,
  }

  // Posting and reading back travel together; what the till is shown is what was stored.
  const posting = sql<{
    Posted: {
      TransactionId: number
      ExpiryDate: string | null
      ArchivedCustomerId: number | null
      /** The member, where a second person has to approve the sale. */
      WaitsFor?: string
      Total: string
    }
  }>`select post_sale(${JSON.stringify(sale)}::jsonb) as posted`.execute(ctx.db)
  const [posted, entered] = await allSent(
    mapDatabaseRefusal(posting, contract.refusals as never),
    findPosted(ctx, input),
  )
  const { TransactionId, ExpiryDate, ArchivedCustomerId, WaitsFor, Total } = posted.rows[0]!.Posted
  if (ArchivedCustomerId !== null) await publish(ctx, archivedCustomerBought, { CustomerId: ArchivedCustomerId })
  if (WaitsFor)
    await requestSaleApproval(ctx, { TransactionId, InvoiceNo: input.InvoiceNo, MembershipNo: WaitsFor, Total })

  ctx.audit(
    'Add Customer Transaction',
    'Transaction',
    input.InvoiceNo,
    `Add Customer Transaction in Customer Transaction. InvoiceNo - ${input.InvoiceNo}`,
  )
  return { ...entered, ExpiryDate, RefundedPoints: 0 }
}

async function enterCancel(ctx: Ctx, input: z.output<typeof contract.NewCancel>) {
  const { Details = [] } = input
  refuseSameLineTwice(Details)
  if (!input.OriginalInvoiceNo && !input.SalesOrder) throw contract.refusals.originalRequired()
  const cancel = {
    ...input,
    ...origin(ctx),
    Details: undefined,
    Lines: Details,
    PerformedAt: input.PerformedAt ?? ctx.now,
    // Outlet staff return sales of their own outlet only; head office may book it on another.
    OutletCode: outletOf(ctx.actor),
    CancelOutletCode: outletOf(ctx.actor) ?? input.OutletCode,
  }

  const posted = await mapDatabaseRefusal(
    sql<{
      Posted: { InvoiceNo: string; RefundedPoints: number }
    }>`select cancel_sale(${JSON.stringify(cancel)}::jsonb) as posted`.execute(ctx.db),
    contract.refusals as never,
  )
  const { InvoiceNo, RefundedPoints } = posted.rows[0]!.Posted
  const key = { InvoiceNo, TransactionType: 'C' } as const
  const cancelled = await findPosted(ctx, key)

  ctx.audit(
    'Cancel Customer Transaction',
    'Transaction',
    key.InvoiceNo,
    `Cancel Customer Transaction in Customer Transaction. InvoiceNo - ${cancelled.OriginalInvoiceNo}`,
  )
  return { ...cancelled, ExpiryDate: null, RefundedPoints }
}

/** Where a sale is booked: staff of an outlet sell there and nowhere else. */
function saleOutlet({ actor }: Ctx, requested: string | null | undefined) {
  const own = outletOf(actor)
  if (own && requested && requested !== own) throw contract.refusals.otherOutlet()
  const outlet = own ?? requested
  if (!outlet) throw contract.refusals.outletRequired()
  return outlet
}

/** Lines without a number take the place they stand at. */
export function numbered(lines: z.output<typeof contract.NewDetail>[]) {
  const seen = new Set<number>()
  return lines.map((line, index) => {
    const SequenceNo = line.SequenceNo ?? index + 1
    if (seen.has(SequenceNo)) throw contract.refusals.sameLineTwice({ Line: SequenceNo })
    seen.add(SequenceNo)
    return { ...line, SequenceNo }
  })
}

export function refuseSameLineTwice(lines: z.output<typeof contract.CancelDetail>[]) {
  const twice = lines.find(
    ({ OldSequenceNo }, index) => lines.findIndex((line) => line.OldSequenceNo === OldSequenceNo) !== index,
  )
  if (twice) throw contract.refusals.sameLineTwice({ Line: twice.OldSequenceNo })
}
