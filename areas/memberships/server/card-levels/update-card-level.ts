import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { type updateCardLevel as endpoint, cardLevelRefusals as refusals } from '../../contract/card-levels.ts'
import { lockCardLevel, readCardLevel, refuseOverlap, refuseReversedDates } from './card-level-rows.ts'

export async function updateCardLevel(ctx: Ctx, { CardLevelId, Version, ...changes }: Input<typeof endpoint>) {
  const level = await lockCardLevel(ctx, CardLevelId)
  if (level.Status === 'Deleted') throw refusals.deleted()
  if (level.Version !== Version) throw stale(await readCardLevel(ctx, CardLevelId))
  refuseReversedDates(
    changes.EffectiveFrom ?? level.EffectiveFrom,
    changes.EffectiveTo === undefined ? level.EffectiveTo : changes.EffectiveTo,
  )

  await ctx.db
    .updateTable('CardLevel')
    .set({ ...changes, Version: Version + 1, UpdatedAt: ctx.now })
    .where('CardLevelId', '=', CardLevelId)
    .execute()
    .catch(refuseOverlap)

  ctx.audit(
    'Update Card Level',
    'CardLevel',
    CardLevelId,
    `Update Card Level in Card Level. CardLevelId - ${CardLevelId}`,
  )
  return readCardLevel(ctx, CardLevelId)
}
