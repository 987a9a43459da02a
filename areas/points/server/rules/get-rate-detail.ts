import type { Ctx } from '#kit/server/ctx.ts'
import { ruleRefusals } from '../../contract.ts'
import { readVersion } from './rate-rows.ts'

/** One detail of a rate. */
export async function getRateDetail(ctx: Ctx, { RateDetailId }: { RateDetailId: number }) {
  const detail = await readVersion(ctx, RateDetailId)
  if (!detail || detail.Status === 'Deleted') throw ruleRefusals.versionNotFound()
  return detail
}
