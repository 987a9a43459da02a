import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import * as contract from '../contract.ts'
import { numbered } from './add-transaction.ts'
import { manualLimit } from './manual-limit.ts'
import { origin } from './origin.ts'
import { outletOf } from './sale-rows.ts'

/** What a sale would earn, counted by the rules that would enter it; refused for what the entry would be refused for. */
export async function previewSale(ctx: Ctx, input: Input<typeof contract.previewSale>) {
  const sale = {
    ...input,
    ...origin(ctx),
    OutletCode: outletOf(ctx.actor) ?? input.OutletCode ?? null,
    Details: undefined,
    Lines: numbered(input.Details),
    PerformedAt: input.PerformedAt ?? ctx.now,
    ManualLimit: await manualLimit(ctx),
  }
  const { rows } = await mapDatabaseRefusal(
    sql<{ Preview: contract.PreviewedSale }>`select preview_sale(${JSON.stringify(sale)}::jsonb) as preview`.execute(
      ctx.db,
    ),
    contract.refusals as never,
  )
  return rows[0]!.Preview
}
