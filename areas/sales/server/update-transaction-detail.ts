import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { findSaleLine } from './sale-rows.ts'

/** Updates fields that identify a sold piece, such as its serial number; omitted fields stay unchanged. */
export async function updateTransactionDetail(
  ctx: Ctx,
  { InvoiceNo, SequenceNo, ...input }: Input<typeof contract.updateTransactionDetail>,
) {
  const line = await findSaleLine(ctx.db, { InvoiceNo, TransactionType: 'N' }, SequenceNo, visibleOutlets(ctx.actor))
  if (!line) throw contract.saleRefusals.notFound()
  const changed = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  if (Object.keys(changed).length === 0) return line

  await ctx.db
    .updateTable('TransactionDetail')
    .set(changed)
    .where('TransactionId', '=', line.TransactionId)
    .where('SequenceNo', '=', SequenceNo)
    .execute()

  ctx.audit(
    'Update Transaction Detail',
    'Transaction',
    InvoiceNo,
    `Update Transaction Detail in Customer Transaction. InvoiceNo - ${InvoiceNo}, SequenceNo - ${SequenceNo}`,
  )
  return { ...line, ...changed }
}
