import type { Ctx } from '#kit/server/ctx.ts'
import { ruleRefusals } from '../../contract.ts'
import { readRate } from './rate-rows.ts'

/** One rate with its details. */
export async function getRate(ctx: Ctx, { RateId }: { RateId: number }) {
  const rate = await readRate(ctx, RateId)
  if (!rate || rate.Status === 'Deleted') throw ruleRefusals.rateNotFound()
  return rate
}
