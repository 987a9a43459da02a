import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { getLevelHistory as endpoint } from '../../contract/level-histories.ts'
import { historyOf } from './rows.ts'

export const getLevelHistory = (ctx: Ctx, { LevelHistoryId }: Input<typeof endpoint>) => historyOf(ctx, LevelHistoryId)
