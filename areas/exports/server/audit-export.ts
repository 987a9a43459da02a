import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ExportRequest } from './request.ts'

// Records user, rows and reason of every export in the text log.

const FILTER_LENGTH_MAX = 1_000

/** Records an export in the text log. Identity numbers, telephone numbers and addresses are removed from its filter. */
export async function logExport(
  ctx: Pick<Ctx, 'audit' | 'db'>,
  ExportId: string,
  request: ExportRequest,
  rows: number | undefined,
) {
  const { rows: redacted } = await sql<{ Input: string }>`
    select without_identity(${JSON.stringify(request.input)}::jsonb)::text as input`.execute(ctx.db)
  const filter = JSON.stringify(JSON.parse(redacted[0]!.Input)).slice(0, FILTER_LENGTH_MAX)
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
