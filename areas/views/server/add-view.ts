import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type addView as endpoint, refusals, VIEWS_MAX } from '../contract.ts'
import { readView, refuseTakenName } from './view-rows.ts'

/** Keeps a list as it stands under a name. */
export async function addView(ctx: Ctx, { List, Name, SharedYN, State }: Input<typeof endpoint>) {
  if (SharedYN === 'Y' && !ctx.actor.isHQ) throw refusals.headOfficeOnly()
  const OwnerId = ctx.actor.userId!
  // One at a time per person, so that the limit holds.
  await ctx.db.selectFrom('UserAccount').select('UserId').where('UserId', '=', OwnerId).forNoKeyUpdate().execute()
  const { Count } = await ctx.db
    .selectFrom('ListView')
    .select((expression) => expression.fn.countAll<number>().as('Count'))
    .where('OwnerId', '=', OwnerId)
    .where('List', '=', List)
    .executeTakeFirstOrThrow()
  if (Count >= VIEWS_MAX) throw refusals.tooMany({ Limit: VIEWS_MAX })

  const { ViewId } = await ctx.db
    .insertInto('ListView')
    .values({
      OwnerId,
      List,
      Name,
      SharedYN,
      State: sql`${JSON.stringify(State)}::jsonb`,
      CreatedAt: ctx.now,
      UpdatedAt: ctx.now,
    })
    .returning('ViewId')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName(Name))

  ctx.audit('Add List View', 'ListView', ViewId, `Add List View in ${List}. ViewId - ${ViewId}`)
  return readView(ctx, ViewId)
}
