import { refusals as accessRefusals } from '#areas/access/contract.ts'
import { rowKindsOf } from '#kit/server/area.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { beyondOutlet, refuseForeignRows, rowCheck } from '#kit/server/rows.ts'
import type { Route } from '#kit/server/serve.ts'
import { pageOf } from '#kit/server/whole-list.ts'
import type { ListAsked } from './request.ts'
import { inputOf } from './write-file.ts'

/** Chosen rows are looked for in the whole list; from this many times the limit on, that is work for the background. */
export const LONG_SEARCH = 20

/** Anyone who has its rows taken must be somebody who may read them on the screen. */
export async function refuseUnreadable(ctx: Ctx, list: Route, asked: ListAsked) {
  if (!mayCall(list.endpoint.access, ctx.actor) || beyondOutlet(list.endpoint, ctx.actor))
    throw accessRefusals.forbidden()
  await refuseForeignRows(
    ctx.db,
    rowCheck(list.endpoint, inputOf(list, asked, ctx.actor), ctx.actor, rowKindsOf(ctx.services.areas), ctx.now),
  )
}

/** How many rows there will be, by the list's own use case. */
export async function lookAhead(ctx: Ctx, list: Route, asked: ListAsked) {
  const input = inputOf(list, asked, ctx.actor)
  const requested = 'Rows' in input && asked.scope !== 'Page' ? { ...input, Page: 1, Rows: 1 } : input
  const { count, rows } = await pageOf(list, ctx, requested)
  const expected = { All: count, Page: rows.length, Selected: asked.keys?.length ?? 0 }[asked.scope]
  return { total: count, expected }
}
