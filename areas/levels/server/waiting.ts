import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** How many changes of level wait for this person's decision: what the menu counts. */
export async function levelsWaiting(ctx: Ctx): Promise<number> {
  const { actor } = ctx
  if (!actor.privileges.has('Approve Level') || !actor.roles.has('Member Category Approval')) return 0
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from membership_level_history
    where status = 'Pending' and requested_by_id is distinct from ${actor.userId}::bigint
      and (${actor.isHQ}::boolean or outlet_code = ${actor.outletCode})`.execute(ctx.db)
  return rows[0]!.Count
}
