import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Wish } from './wish.ts'

// Who took which rows away, and why, in the text log.

const FILTER_MOST = 1_000

/** What was searched for is told without the identity numbers, telephone numbers and addresses in it. */
export async function auditExport(
  ctx: Pick<Ctx, 'audit' | 'db'>,
  ExportId: string,
  wish: Wish,
  rows: number | undefined,
) {
  const { rows: told } = await sql<{ Input: string }>`
    select without_identity(${JSON.stringify(wish.input)}::jsonb)::text as input`.execute(ctx.db)
  const filter = JSON.stringify(JSON.parse(told[0]!.Input)).slice(0, FILTER_MOST)
  const columns = wish.columns.map(({ Field }) => Field).join(', ')
  const reason = wish.reason ? `. Reason - ${wish.reason}` : ''
  const count = rows === undefined ? 'Rows - being written' : `Rows - ${rows}`
  ctx.audit(
    'Export Data',
    'ExportJob',
    ExportId,
    `Export Data in Exports. ExportId - ${ExportId}. ${wish.path} as ${wish.format}, ${wish.scope}. Filter - ${filter}. Columns - ${columns}. ${count}${reason}`,
  )
}
