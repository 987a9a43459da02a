import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { viewRows } from './view-rows.ts'

/** Everything that lists are drawn by, in one answer, so that no page has to ask before it asks for its rows. */
export async function myLists(ctx: Ctx) {
  const [views, choices] = await Promise.all([
    viewRows(ctx, sql`owner_id = ${ctx.actor.userId} or shared_yn = 'Y'`),
    ctx.db
      .selectFrom('ListChoice')
      .select(['List', 'Columns', 'Density', 'DefaultViewId'])
      .where('UserId', '=', ctx.actor.userId!)
      .orderBy('List')
      .execute(),
  ])
  return { views, choices: choices as never[] }
}
