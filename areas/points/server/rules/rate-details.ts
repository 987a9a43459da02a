import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { createValueList, sqlList } from '#kit/server/list.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../../contract.ts'
import { pointRuleRefusals as refusals } from '../../contract.ts'
import { refuseExpiredPeriod } from './dated-rule.ts'
import { pointRateUseCases } from './rates.ts'

/** Returns one period of a rate. */
export async function getPointRateDetail(ctx: Ctx, { RateDetailId }: { RateDetailId: number }) {
  const detail = await pointRateUseCases.readPeriod(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.versionNotFound()
  return detail
}

/** Lists the periods of one rate. */
export const getPointRateDetails = async (ctx: Ctx, { RateId }: { RateId: number }) =>
  createValueList((await pointRateUseCases.get(ctx, RateId)).Details)

type Row = z.output<typeof contract.listPointRateDetails.reply>['rows'][number]

/** Lists periods of rates, with the scope of their rate. */
export const listPointRateDetails = (ctx: Ctx, { Search }: Input<typeof contract.listPointRateDetails>) =>
  sqlList({
    from: sql`(select d.rate_detail_id, d.rate_id, d.amount, d.point_rate, d.effective_from, d.effective_to, ${pointRateUseCases.statusOn(ctx.today)} as status,
      r.brand, r.object_type, r.object_value
      from point_rate_detail d join point_rate r using (rate_id) where r.status <> 'Deleted') v`,
    where: [
      equals('v.rate_id', Search.RateId),
      contains('v.brand', Search.Brand),
      Search.Status ? equals('v.status', Search.Status) : sql`v.status <> 'Deleted'`,
    ],
    select: sql<Row>`v.*`,
    tie: 'v.rate_detail_id',
  })

/**
 * Ends a running rate period immediately; another period can begin on the same day.
 * Sales before the end of the period earn by the period, even if they are entered later; later sales do not.
 */
export const expirePointRateDetail = (ctx: Ctx, { RateDetailId }: Input<typeof contract.expirePointRateDetail>) =>
  pointRateUseCases.changeOnePeriod(ctx, 'Expire', RateDetailId, (period) => {
    refuseExpiredPeriod(period)
    if (period.Status === 'Inactive') throw refusals.notStarted({ Date: period.EffectiveFrom })
    return pointRateUseCases.writePeriod(ctx, period, { EffectiveTo: ctx.today, ExpiredAt: ctx.now })
  })

/**
 * Marks a rate period as Deleted; points still refer to it.
 * An ended period cannot be deleted, because it is history.
 */
export const deletePointRateDetail = (ctx: Ctx, { RateDetailId }: Input<typeof contract.deletePointRateDetail>) =>
  pointRateUseCases.changeOnePeriod(ctx, 'Delete', RateDetailId, (period) => {
    refuseExpiredPeriod(period)
    return pointRateUseCases.writePeriod(ctx, period, { Status: 'Deleted' })
  })

/** Restores a deleted rate period within 30 seconds. */
export const restorePointRateDetail = (ctx: Ctx, { RateDetailId }: Input<typeof contract.restorePointRateDetail>) =>
  pointRateUseCases.changeOnePeriod(ctx, 'Restore', RateDetailId, async (period) => {
    const deleted = await ctx.db
      .selectFrom('PointRateDetail')
      .select('UpdatedAt')
      .where('RateDetailId', '=', RateDetailId)
      .executeTakeFirstOrThrow()
    refuseLateUndo(ctx, deleted.UpdatedAt, refusals.undoOver)
    return pointRateUseCases.writePeriod(ctx, period, { Status: 'Active' })
  })
