import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getCardLevel as endpoint, cardLevelRefusals as refusals } from '../../contract/card-levels.ts'
import { cardLevels } from './card-level-rows.ts'

export async function getCardLevel(ctx: Ctx, { CardLevelId }: Input<typeof endpoint>) {
  const level = await cardLevels(ctx)
    .where('CardLevel.CardLevelId', '=', CardLevelId)
    .where('CardLevel.Status', '<>', 'Deleted')
    .executeTakeFirst()
  if (!level) throw refusals.noLevel()
  return level
}
