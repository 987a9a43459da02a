import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { type updateView as endpoint, refusals } from '../contract.ts'
import { lockView, readView, refuseTakenName } from './view-rows.ts'

export async function updateView(ctx: Ctx, { ViewId, Version, Name, SharedYN, State }: Input<typeof endpoint>) {
  const view = await lockView(ctx, ViewId)
  if (SharedYN === 'Y' && !ctx.actor.isHQ) throw refusals.headOfficeOnly()
  if (view.Version !== Version) throw stale(await readView(ctx, ViewId))

  await ctx.db
    .updateTable('ListView')
    .set({
      ...(Name !== undefined && { Name }),
      ...(SharedYN !== undefined && { SharedYN }),
      ...(State !== undefined && { State: sql`${JSON.stringify(State)}::jsonb` }),
      Version: Version + 1,
      UpdatedAt: ctx.now,
    })
    .where('ViewId', '=', ViewId)
    .execute()
    .catch(refuseTakenName(Name ?? view.Name))

  ctx.audit('Update List View', 'ListView', ViewId, `Update List View in ${view.List}. ViewId - ${ViewId}`)
  return readView(ctx, ViewId)
}
