import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ExportRequest } from './request.ts'

// Who took which rows away, and why, in the text log.

const FILTER_MOST = 1_000

/** What was searched for is logged without the identity numbers, telephone numbers and addresses in it. */
export async function auditExport(
  ctx: Pick<Ctx, 'audit' | 'db'>,
  ExportId: string,
  request: ExportRequest,
  rows: number | undefined,
) {
  const { rows: searched } = await sql<{ Input: string }>`
    select without_identity(${JSON.stringify(request.input)}::jsonb)::text as input`.execute(ctx.db)
  const filter = JSON.stringify(JSON.parse(searched[0]!.Input)).slice(0, FILTER_MOST)
  const columns = request.columns.map(({ Field }) => Field).join(', ')
  const reason = request.reason ? `. Reason - ${request.reason}` : ''
  const count = rows === undefined ? 'Rows - being written' : `Rows - ${rows}`
  ctx.audit(
    'Export Data',
    'ExportJob',
    ExportId,
    `Export Data in Exports. ExportId - ${ExportId}. ${request.path} as ${request.format}, ${request.scope}. Filter - ${filter}. Columns - ${columns}. ${count}${reason}`,
  )
}
