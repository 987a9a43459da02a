import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import * as contract from '../contract.ts'
import { origin } from './origin.ts'
import { findLine, outletOf } from './sale-rows.ts'

/** Adds a line to a sale whose lines come one by one; its member earns what the line adds. */
export async function addDetail(ctx: Ctx, { InvoiceNo, ...line }: Input<typeof contract.addDetail>) {
  const source = { ...origin(ctx), OutletCode: outletOf(ctx.actor) }
  const posted = await mapDatabaseRefusal(
    sql<{ Posted: { SequenceNo: number } }>`
      select post_sale_line(${InvoiceNo}, ${JSON.stringify(line)}::jsonb, ${JSON.stringify(source)}::jsonb) as posted`.execute(
      ctx.db,
    ),
    contract.refusals as never,
  )
  const { SequenceNo } = posted.rows[0]!.Posted
  const detail = await findLine(ctx.db, { InvoiceNo, TransactionType: 'N' }, SequenceNo, null)

  ctx.audit(
    'Add Transaction Detail',
    'Transaction',
    InvoiceNo,
    `Add Transaction Detail in Customer Transaction. InvoiceNo - ${InvoiceNo}, SequenceNo - ${SequenceNo}`,
  )
  return detail!
}
