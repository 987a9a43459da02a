import type { Ctx } from '#kit/server/ctx.ts'
import { valueList } from '#kit/server/list.ts'
import { ruleRefusals } from '../../contract.ts'
import { readRate } from './rate-rows.ts'

/** The details of one rate. */
export async function getRateDetails(ctx: Ctx, { RateId }: { RateId: number }) {
  const rate = await readRate(ctx, RateId)
  if (!rate || rate.Status === 'Deleted') throw ruleRefusals.rateNotFound()
  return valueList(rate.Details)
}
