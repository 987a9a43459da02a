import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { orRefuse } from '#kit/server/raised.ts'
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
  const wish = { OriginalInvoiceNo, Lines: Details, Today: ctx.today, OutletCode: outletOf(ctx.actor) }
  const { rows } = await orRefuse(
    sql<{ Preview: Preview }>`select preview_cancel(${JSON.stringify(wish)}::jsonb) as preview`.execute(ctx.db),
    contract.refusals as never,
  )
  const preview = rows[0]!.Preview
  return preview
}
