import type { Ctx } from '#kit/server/ctx.ts'
import { getRate } from './get-rate.ts'

/** The details of one rate. */
export async function getRateDetails(ctx: Ctx, { RateId }: { RateId: number }) {
  const { Details } = await getRate(ctx, { RateId })
  return { count: Details.length, rows: Details }
}
