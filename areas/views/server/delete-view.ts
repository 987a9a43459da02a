import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { deleteView as endpoint } from '../contract.ts'
import { lockView } from './view-rows.ts'

/** Deletes a view. It is a way to look at records and holds none, so nothing has to remain. */
export async function deleteView(ctx: Ctx, { ViewId }: Input<typeof endpoint>) {
  const view = await lockView(ctx, ViewId)

  await ctx.db.deleteFrom('ListView').where('ViewId', '=', ViewId).execute()

  ctx.audit('Delete List View', 'ListView', ViewId, `Delete List View in ${view.List}. ViewId - ${ViewId}`)
  return { ViewId }
}
