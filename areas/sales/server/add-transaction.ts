import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { awaitStatements } from '#kit/server/database-refusal.ts'
import { publishEvent } from '#kit/server/events.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { requestSaleApproval } from './approval-kind.ts'
import { archivedCustomerBoughtEvent } from './events.ts'
import { findManualSaleLimit } from './manual-limit.ts'
import { saleChangeOrigin } from './origin.ts'
import { findPostedSale } from './sale-rows.ts'

/** Posts a sale or cancellation in one transaction: lines, points, ledger entries and balance. */
export async function addTransaction(ctx: Ctx, input: Input<typeof contract.addTransaction>) {
  return input.TransactionType === 'N' ? enterSale(ctx, input) : enterCancel(ctx, input)
}

async function enterSale(ctx: Ctx, input: z.output<typeof contract.NewSale>) {
  const OutletCode = saleOutlet(ctx, input.OutletCode)
  const Lines = assignLineSequenceNumbers(input.Details)
  const sale = {
    ...input,
    ...saleChangeOrigin(ctx),
    OutletCode,
    Details: undefined,
    Lines,
    PerformedAt: input.PerformedAt ?? ctx.now,
    ManualLimit: ctx.actor.kind === 'staff' ? await findManualSaleLimit(ctx) : null,
  }

  // The statements that post the sale and read it are sent together, so that the till waits for one reply only.
  const [posted, entered] = await awaitStatements(
    databaseFunctions.postSale(ctx.db, { sale }, contract.saleRefusals),
    findPostedSale(ctx, input),
  )
  const { TransactionId, ExpiryDate, ArchivedCustomerId, WaitsFor, Total } = posted
  if (ArchivedCustomerId !== null)
    await publishEvent(ctx, archivedCustomerBoughtEvent, { CustomerId: ArchivedCustomerId })
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
  if (!input.OriginalInvoiceNo && !input.SalesOrder) throw contract.saleRefusals.originalRequired()
  const cancel = {
    ...input,
    ...saleChangeOrigin(ctx),
    Details: undefined,
    Lines: Details,
    PerformedAt: input.PerformedAt ?? ctx.now,
    VisibleOutlets: visibleOutlets(ctx.actor),
    OutletCode: cancellationOutlet(ctx, input.OutletCode),
  }

  const { InvoiceNo, RefundedPoints } = await databaseFunctions.cancelSale(
    ctx.db,
    { input: cancel },
    contract.saleRefusals,
  )
  const key = { InvoiceNo, TransactionType: 'C' } as const
  const cancelled = await findPostedSale(ctx, key)

  ctx.audit(
    'Cancel Customer Transaction',
    'Transaction',
    key.InvoiceNo,
    `Cancel Customer Transaction in Customer Transaction. InvoiceNo - ${cancelled.OriginalInvoiceNo}`,
  )
  return { ...cancelled, ExpiryDate: null, RefundedPoints }
}

/** Returns the outlet of the sale; throws if the caller names an outlet to which the caller does not belong. */
function saleOutlet({ actor }: Ctx, requested: string | null | undefined) {
  const visible = visibleOutlets(actor)
  if (visible && requested && !visible.includes(requested)) throw contract.saleRefusals.otherOutlet()
  const outlet = requested ?? (visible ? actor.outletCode : null)
  if (!outlet) throw contract.saleRefusals.outletRequired()
  return outlet
}

/** Returns the outlet that books the cancellation; null for the outlet of the sale, if head office names none. */
function cancellationOutlet({ actor }: Ctx, requested: string | null | undefined) {
  const visible = visibleOutlets(actor)
  if (visible === null) return requested ?? null
  // Outlet staff cancel at their own outlet, also if a client sends another one.
  return (actor.kind === 'system' ? requested : null) ?? actor.outletCode
}

/** Gives lines without a number the number of their position in the list. */
export function assignLineSequenceNumbers(lines: z.output<typeof contract.NewDetail>[]) {
  const sequenceNumbers = new Set<number>()
  return lines.map((line, index) => {
    const SequenceNo = line.SequenceNo ?? index + 1
    if (sequenceNumbers.has(SequenceNo)) throw contract.saleRefusals.sameLineTwice({ Line: SequenceNo })
    sequenceNumbers.add(SequenceNo)
    return { ...line, SequenceNo }
  })
}

export function refuseSameLineTwice(lines: z.output<typeof contract.CancelDetail>[]) {
  const twice = lines.find(
    ({ OldSequenceNo }, index) => lines.findIndex((line) => line.OldSequenceNo === OldSequenceNo) !== index,
  )
  if (twice) throw contract.saleRefusals.sameLineTwice({ Line: twice.OldSequenceNo })
}
