import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import * as contract from '../contract.ts'
import { refuseSameLineTwice } from './add-transaction.ts'
import { outletOf } from './sale-rows.ts'

type Preview = Reply<typeof contract.previewCancel>

/** What a cancellation would do, counted by the rules that would do it. */
export async function previewCancel(
  ctx: Ctx,
  { OriginalInvoiceNo, Details = [] }: Input<typeof contract.previewCancel>,
): Promise<Preview> {
  refuseSameLineTwice(Details)
  const input = { OriginalInvoiceNo, Lines: Details, Today: ctx.today, OutletCode: outletOf(ctx.actor) }
  const { rows } = await mapDatabaseRefusal(
    sql<{ Preview: Preview }>`select preview_cancel(${JSON.stringify(input)}::jsonb) as preview`.execute(ctx.db),
    contract.refusals as never,
  )
  const preview = rows[0]!.Preview
  return preview
}
