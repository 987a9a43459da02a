import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type deleteCardLevel as endpoint, cardLevelRefusals as refusals } from '../../contract/card-levels.ts'
import { lockCardLevel, readCardLevel } from './card-level-rows.ts'

/** Marks a card level as Deleted. Members keep their category; points that were earned keep the level they name. */
export async function deleteCardLevel(ctx: Ctx, { CardLevelId }: Input<typeof endpoint>) {
  const level = await lockCardLevel(ctx, CardLevelId)
  if (level.Status === 'Deleted') throw refusals.deleted()

  await ctx.db
    .updateTable('CardLevel')
    .set({ Status: 'Deleted', Version: level.Version + 1, UpdatedAt: ctx.now })
    .where('CardLevelId', '=', CardLevelId)
    .execute()

  ctx.audit(
    'Delete Card Level',
    'CardLevel',
    CardLevelId,
    `Delete Card Level in Card Level. CardLevelId - ${CardLevelId}`,
  )
  return readCardLevel(ctx, CardLevelId)
}
