import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList, valueList } from '#kit/server/list.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { refuseExpired, statusOn } from './periods.ts'
import {
  auditVersion,
  changeVersion,
  countVersion,
  insertVersion,
  lockRate,
  lockVersion,
  readRate,
  readVersion,
  refuseOverlap,
  versionStatus,
} from './rate-rows.ts'

/** Returns one period of a rate. */
export async function getRateDetail(ctx: Ctx, { RateDetailId }: { RateDetailId: number }) {
  const detail = await readVersion(ctx, RateDetailId)
  if (!detail || detail.Status === 'Deleted') throw refusals.versionNotFound()
  return detail
}

/** Lists the periods of one rate. */
export async function getRateDetails(ctx: Ctx, { RateId }: { RateId: number }) {
  const rate = await readRate(ctx, RateId)
  if (!rate || rate.Status === 'Deleted') throw refusals.rateNotFound()
  return valueList(rate.Details)
}

type Row = z.output<typeof contract.listRateDetails.reply>['rows'][number]

/** Lists periods of rates, with the scope of their rate. */
export const listRateDetails = (ctx: Ctx, { Search }: Input<typeof contract.listRateDetails>) =>
  sqlList({
    from: sql`(select d.rate_detail_id, d.rate_id, d.amount, d.point_rate, d.effective_from, d.effective_to, ${versionStatus(ctx.today)} as status,
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

/** Adds a period to a rate. */
export async function addRateDetail(ctx: Ctx, input: Input<typeof contract.addRateDetail>) {
  const rate = await lockRate(ctx, input.RateId)
  if (rate.Status === 'Deleted') throw refusals.rateNotFound()
  const RateDetailId = await insertVersion(ctx, input)
  await countVersion(ctx, rate)
  auditVersion(ctx, 'Add', RateDetailId)
  return readVersion(ctx, RateDetailId)
}

/** Moves the end of a running period, or changes a future one: sales refer to the period they earned by. */
export async function updateRateDetail(ctx: Ctx, { RateDetailId, ...input }: Input<typeof contract.updateRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  await changeVersion(ctx, detail, input)
  auditVersion(ctx, 'Update', RateDetailId)
  return readVersion(ctx, RateDetailId)
}

/**
 * Ends a running period immediately: sales before this moment earn by it even if they are entered later; later sales
 * do not, and the rest of the day is free for another period.
 */
export async function expireRateDetail(ctx: Ctx, { RateDetailId }: Input<typeof contract.expireRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  refuseExpired(ctx.today, detail)
  if (statusOn(ctx.today, detail) === 'Inactive') throw refusals.notStarted({ Date: detail.EffectiveFrom })

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ EffectiveTo: ctx.today, ExpiredAt: ctx.now, UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
  auditVersion(ctx, 'Expire', RateDetailId)
  return readVersion(ctx, RateDetailId)
}

/** Marks a period as Deleted. An ended period is history and cannot be deleted. Points earned by a deleted one still refer to it. */
export async function deleteRateDetail(ctx: Ctx, { RateDetailId }: Input<typeof contract.deleteRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status === 'Deleted') throw refusals.detailDeleted()
  refuseExpired(ctx.today, detail)

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ Status: 'Deleted', UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
  auditVersion(ctx, 'Delete', RateDetailId)
  return readVersion(ctx, RateDetailId)
}

/** Undoes a delete within 30 seconds. */
export async function restoreRateDetail(ctx: Ctx, { RateDetailId }: Input<typeof contract.restoreRateDetail>) {
  const detail = await lockVersion(ctx, RateDetailId)
  if (detail.Status !== 'Deleted') throw refusals.detailNotDeleted()
  refuseLateUndo(ctx, detail.UpdatedAt, refusals.undoOver)

  await ctx.db
    .updateTable('PointRateDetail')
    .set({ Status: 'Active', UpdatedAt: ctx.now })
    .where('RateDetailId', '=', RateDetailId)
    .execute()
    .catch(refuseOverlap)
  auditVersion(ctx, 'Restore', RateDetailId)
  return readVersion(ctx, RateDetailId)
}
