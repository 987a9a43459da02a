import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { getAdjustment as endpoint } from '../../contract.ts'
import { adjustmentOf } from './rows.ts'

export const getAdjustment = (ctx: Ctx, { HistoryId }: Input<typeof endpoint>) => adjustmentOf(ctx, HistoryId)
