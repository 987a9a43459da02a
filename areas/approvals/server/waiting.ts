import type { Ctx } from '#kit/server/ctx.ts'
import { isForMe, isOwn } from './rows.ts'

/** How many requests wait for this person's decision: what the menu counts. */
export async function requestsWaiting(ctx: Ctx): Promise<number> {
  if (ctx.actor.privileges.size === 0) return 0
  const { Count } = await ctx.db
    .selectFrom('Approval')
    .select(({ fn }) => fn.countAll<number>().as('Count'))
    .where('Status', '=', 'Pending')
    .where(isForMe(ctx))
    .where(({ not }) => not(isOwn(ctx)))
    .executeTakeFirstOrThrow()
  return Count
}
