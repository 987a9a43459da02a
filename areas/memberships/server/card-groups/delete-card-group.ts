import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type deleteCardGroup as endpoint, cardGroupRefusals as refusals } from '../../contract/card-groups.ts'
import { cardGroupFields, lockCardGroup } from './card-group-rows.ts'

/** Marks a card group as Deleted, unless categories or memberships need it. */
export async function deleteCardGroup(ctx: Ctx, { GroupId }: Input<typeof endpoint>) {
  const group = await lockCardGroup(ctx, GroupId)
  if (group.Status === 'Deleted') throw refusals.deleted()
  const { rows } = await sql<{ Categories: number; Memberships: number }>`
    select (select count(*) from card_category where card_group_id = ${GroupId} and status <> 'Deleted') as categories,
      (select count(*) from membership where card_group_id = ${GroupId} and status <> 'Deleted') as memberships`.execute(
    ctx.db,
  )
  const use = rows[0]!
  if (use.Categories > 0 || use.Memberships > 0) throw refusals.inUse(use)

  const deleted = await ctx.db
    .updateTable('CardGroup')
    .set({ Status: 'Deleted', Version: group.Version + 1, UpdatedAt: ctx.now })
    .where('GroupId', '=', GroupId)
    .returning(cardGroupFields)
    .executeTakeFirstOrThrow()

  ctx.audit('Delete Card Group', 'CardGroup', GroupId, `Delete Card Group in Card Group. GroupId - ${GroupId}`)
  return deleted
}
