import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type chooseForList as endpoint, viewRefusals } from '../contract.ts'

/** Stores the caller's columns, density or default view of a list; omitted fields stay unchanged. */
export async function chooseForList(ctx: Ctx, { List, Columns, Density, DefaultViewId }: Input<typeof endpoint>) {
  const UserId = ctx.actor.userId!
  if (DefaultViewId) {
    const view = await ctx.db
      .selectFrom('ListView')
      .select(['List', 'OwnerId', 'SharedYN'])
      .where('ViewId', '=', DefaultViewId)
      .forKeyShare()
      .executeTakeFirst()
    if (!view || view.List !== List || (view.OwnerId !== UserId && view.SharedYN === 'N')) throw viewRefusals.notFound()
  }
  const changes = {
    ...(Columns !== undefined && { Columns: Columns && sql<unknown>`${JSON.stringify(Columns)}::jsonb` }),
    ...(Density !== undefined && { Density }),
    ...(DefaultViewId !== undefined && { DefaultViewId }),
    UpdatedAt: ctx.now,
  }

  const choice = await ctx.db
    .insertInto('ListChoice')
    .values({ UserId, List, ...changes } as never)
    .onConflict((conflict) => conflict.columns(['UserId', 'List']).doUpdateSet(changes as never))
    .returning(['List', 'Columns', 'Density', 'DefaultViewId'])
    .executeTakeFirstOrThrow()

  ctx.audit('Choose List Layout', 'ListChoice', List, `Choose List Layout in ${List}`)
  return choice as never
}
