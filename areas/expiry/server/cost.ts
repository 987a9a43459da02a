import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** What one point costs the house, in money, as exact text. */
export const costPerPoint = async (ctx: Pick<Ctx, 'db'>) => (await settings(ctx))['points.costPerPoint']
