import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** Counts inventories with low stock of Active rewards: those of the caller's outlet, or all for head office. */
export async function countRewardsLowInStock(ctx: Ctx): Promise<number> {
  if (!ctx.actor.roles.has('Rewards')) return 0
  const outlet = ctx.actor.isHQ ? null : (ctx.actor.outletCode ?? '')
  const { rows } = await sql<{ Count: number }>`
    select count(*)::int as count from reward_inventory i join reward using (reward_id) left join building b using (building_id)
    where i.status = 'Active' and i.qty_on_hand - i.qty_reserved <= i.reorder_level and reward.status = 'Active'
      and (${outlet}::text is null or b.code = ${outlet})`.execute(ctx.db)
  return rows[0]!.Count
}
