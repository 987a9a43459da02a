import type { Ctx } from '#kit/server/ctx.ts'
import { ruleRefusals } from '../../contract.ts'
import { rateCountsToday } from './counts-today.ts'
import { readRate } from './rate-rows.ts'

/** One rate with its details, and for which goods it counts today. */
export async function getRate(ctx: Ctx, { RateId }: { RateId: number }) {
  const rate = await readRate(ctx, RateId)
  if (!rate || rate.Status === 'Deleted') throw ruleRefusals.rateNotFound()
  return { ...rate, CountsToday: await rateCountsToday(ctx, RateId) }
}
