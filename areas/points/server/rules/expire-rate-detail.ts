import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { refuseExpired, statusOn } from './periods.ts'
import { auditVersion, lockVersion, readVersion } from './rate-rows.ts'

/** Ends a detail that runs. What began today has today as its only day: no period can end before it began. */
export async function expireRateDetail(ctx: Ctx, { RateDetailId }: Input<typeof contract.expireRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  refuseExpired(ctx.today, detail)
  if (statusOn(ctx.today, detail) === 'Inactive') throw refusals.notStarted({ Date: detail.EffectiveFrom })

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ EffectiveTo: sql`greatest(${ctx.today}::date - 1, effective_from)`, UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
  auditVersion(ctx, 'Expire', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
