import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { functions } from '#kit/server/functions.ts'
import * as contract from '../contract.ts'
import { assignSequenceNumbers } from './add-transaction.ts'
import { manualLimit } from './manual-limit.ts'
import { origin } from './origin.ts'
import { visibleOutlet } from './sale-rows.ts'

/** Previews the points of a sale with the rules and errors of posting it. */
export async function previewSale(ctx: Ctx, input: Input<typeof contract.previewSale>) {
  const sale = {
    ...input,
    ...origin(ctx),
    OutletCode: visibleOutlet(ctx.actor) ?? input.OutletCode ?? null,
    Details: undefined,
    Lines: assignSequenceNumbers(input.Details),
    PerformedAt: input.PerformedAt ?? ctx.now,
    ManualLimit: await manualLimit(ctx),
  }
  return contract.PreviewedSale.parse(await functions.previewSale(ctx.db, { input: sale }, contract.refusals))
}
