import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { visibleSaleChangeOrigin } from './origin.ts'
import { findSaleLine } from './sale-rows.ts'

/** Adds a line to a sale whose till sends its lines one by one, and credits the additional points. */
export async function addTransactionDetail(
  ctx: Ctx,
  { InvoiceNo, ...line }: Input<typeof contract.addTransactionDetail>,
) {
  const source = visibleSaleChangeOrigin(ctx)
  const SequenceNo = await databaseFunctions.postSaleLine(
    ctx.db,
    { invoice: InvoiceNo, line, source },
    contract.saleRefusals,
  )
  const detail = await findSaleLine(ctx.db, { InvoiceNo, TransactionType: 'N' }, SequenceNo, null)

  ctx.audit(
    'Add Transaction Detail',
    'Transaction',
    InvoiceNo,
    `Add Transaction Detail in Customer Transaction. InvoiceNo - ${InvoiceNo}, SequenceNo - ${SequenceNo}`,
  )
  return detail!
}
