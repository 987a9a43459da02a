import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { refuseSameLineTwice } from './add-transaction.ts'
import { visibleSaleChangeOrigin } from './origin.ts'

/** Previews a cancellation with the rules that also execute it. */
export async function previewCancellation(
  ctx: Ctx,
  { OriginalInvoiceNo, Details = [] }: Input<typeof contract.previewCancellation>,
) {
  refuseSameLineTwice(Details)
  const { Source, Today, VisibleOutlets } = visibleSaleChangeOrigin(ctx)
  const input = { Source, Today, VisibleOutlets, OriginalInvoiceNo, Lines: Details }
  return contract.previewCancellation.reply.parse(
    await databaseFunctions.previewCancel(ctx.db, { input }, contract.saleRefusals),
  )
}
