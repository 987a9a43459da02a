import { accessRefusals } from '#areas/access/contract.ts'
import { collectRowKinds } from '#kit/server/area.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { buildRowCheck, exceedsCallerOutlet, refuseForeignRows } from '#kit/server/rows.ts'
import type { Route } from '#kit/server/serve.ts'
import { readListPage } from '#kit/server/whole-list.ts'
import type { ExportedListQuery } from './request.ts'
import { buildExportedListInput } from './write-file.ts'

/**
 * An export of selected rows searches these rows in the whole list.
 * If the list is longer than this multiple of the row limit, the export of selected rows runs in the background.
 */
export const BACKGROUND_EXPORT_LIST_FACTOR = 20

/** Refuses a caller who has no access to the list, or no access to the rows that the input names. */
export async function refuseUnreadableList(ctx: Ctx, list: Route, query: ExportedListQuery) {
  if (!mayCall(list.endpoint.access, ctx.actor) || exceedsCallerOutlet(list.endpoint, ctx.actor))
    throw accessRefusals.forbidden()
  await refuseForeignRows(
    ctx.db,
    buildRowCheck(
      list.endpoint,
      buildExportedListInput(list, query, ctx.actor),
      ctx.actor,
      collectRowKinds(ctx.services.areas),
      ctx.now,
    ),
  )
}

/** Counts the rows of an export by calling the use case of the list. */
export async function countExportRows(ctx: Ctx, list: Route, query: ExportedListQuery) {
  const input = buildExportedListInput(list, query, ctx.actor)
  const requested = 'Rows' in input && query.scope !== 'Page' ? { ...input, Page: 1, Rows: 1 } : input
  const { count, rows } = await readListPage(list, ctx, requested)
  const expected = { All: count, Page: rows.length, Selected: query.keys?.length ?? 0 }[query.scope]
  return { total: count, expected }
}
