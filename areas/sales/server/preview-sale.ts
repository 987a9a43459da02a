import type { Input } from '#kit/contract/endpoint.ts'
import { visibleOutlets } from '#kit/server/acting-outlet.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { assignLineSequenceNumbers } from './add-transaction.ts'
import { findManualSaleLimit } from './manual-limit.ts'
import { saleChangeOrigin } from './origin.ts'

/** Previews the points of a sale, with the same rules and errors as posting the sale. */
export async function previewSale(ctx: Ctx, input: Input<typeof contract.previewSale>) {
  const sale = {
    ...input,
    ...saleChangeOrigin(ctx),
    OutletCode: visibleOutlets(ctx.actor) ? ctx.actor.outletCode : (input.OutletCode ?? null),
    Details: undefined,
    Lines: assignLineSequenceNumbers(input.Details),
    PerformedAt: input.PerformedAt ?? ctx.now,
    ManualLimit: await findManualSaleLimit(ctx),
  }
  return contract.PreviewedSale.parse(
    await databaseFunctions.previewSale(ctx.db, { input: sale }, contract.saleRefusals),
  )
}
