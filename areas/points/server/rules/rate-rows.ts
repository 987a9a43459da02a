import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '#db/tables.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Filter } from '#kit/server/filters.ts'
import { readFirst, sqlList } from '#kit/server/list.ts'
import * as contract from '../../contract.ts'
import { periodAfter, refuseChangeWhileRunning, refuseReversed, refusingConstraint } from './periods.ts'

type RateObject = Pick<z.output<typeof contract.addRate.body>, 'ObjectType' | 'ObjectValue'>
type NewVersion = Omit<z.output<typeof contract.addRateDetail.body>, 'RateId'>

/** Locks the rate's row. Every change of a period locks its rate first, so that changes are serialized. */
export async function lockRate(ctx: Ctx, RateId: number) {
  const rate = await ctx.db
    .selectFrom('PointRate')
    .selectAll()
    .where('RateId', '=', RateId)
    .forUpdate()
    .executeTakeFirst()
  if (!rate) throw contract.ruleRefusals.rateNotFound()
  return rate
}

export const refuseTakenObject = (Brand: string) =>
  refusingConstraint('point_rate_object', () => contract.ruleRefusals.rateExists({ Brand }))

export const refuseOverlap = refusingConstraint('point_rate_detail_one_at_a_time', contract.ruleRefusals.periodsOverlap)

/** A rate for All goods has no ObjectValue; a narrower one needs it. */
export function rateObject({ ObjectType, ObjectValue }: RateObject) {
  if (ObjectType === 'All') return { ObjectType, ObjectValue: null }
  if (!ObjectValue) throw contract.ruleRefusals.objectMissing({ ObjectType })
  return { ObjectType, ObjectValue }
}

export async function insertRate(ctx: Ctx, Brand: string, object: RateObject, versions: readonly NewVersion[]) {
  const { RateId } = await ctx.db
    .insertInto('PointRate')
    .values({ Brand, ...object, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('RateId')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenObject(Brand))
  for (const version of versions) await insertVersion(ctx, { ...version, RateId })
  return RateId
}

export async function insertVersion(ctx: Ctx, version: NewVersion & { RateId: number }) {
  refuseReversed(version.EffectiveFrom, version.EffectiveTo)
  const { RateDetailId } = await ctx.db
    .insertInto('PointRateDetail')
    .values({ ...version, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('RateDetailId')
    .executeTakeFirstOrThrow()
    .catch(refuseOverlap)
  return RateDetailId
}

/** Updates the fields of a period that its state allows; the caller has locked the rate. */
export async function changeVersion(
  ctx: Ctx,
  detail: Selectable<Tables['PointRateDetail']>,
  { Amount, PointRate, ...dates }: Partial<NewVersion>,
) {
  const period = periodAfter(ctx.today, detail, dates)
  refuseChangeWhileRunning(ctx.today, detail, { Amount, PointRate }, ['Amount', 'PointRate'])
  await ctx.db
    .updateTable('PointRateDetail')
    .set({ ...period, Amount, PointRate, UpdatedAt: ctx.now })
    .where('RateDetailId', '=', detail.RateDetailId)
    .execute()
    .catch(refuseOverlap)
}

export const readRate = async (ctx: Ctx, RateId: number) =>
  (await readFirst(ctx, rates(ctx, [sql`r.rate_id = ${RateId}`])))!

/** Rates with their periods and with the period that applies today. */
export const rates = ({ today }: Ctx, where: readonly Filter[]) =>
  sqlList({
    from: sql`point_rate r left join point_rate_detail present on present.rate_id = r.rate_id and present.status = 'Active'
      and ${today} between present.effective_from and coalesce(present.effective_to, 'infinity') and present.expired_at is null`,
    where,
    select: sql<contract.Rate>`r.rate_id, r.brand, r.object_type, r.object_value, r.status, r.version, present.amount, present.point_rate,
      coalesce((select jsonb_agg(jsonb_build_object('RateDetailId', d.rate_detail_id, 'RateId', d.rate_id, 'Amount', d.amount::text, 'PointRate', d.point_rate::text,
        'EffectiveFrom', d.effective_from, 'EffectiveTo', d.effective_to,
        'Status', ${versionStatus(today)}) order by d.effective_from, d.expired_at nulls last)
        from point_rate_detail d where d.rate_id = r.rate_id and d.status = 'Active'), '[]') as details`,
    sort: { Brand: 'r.brand' },
    tie: () => sql`r.rate_id`,
  })

export async function readVersion(ctx: Ctx, RateDetailId: number): Promise<contract.RateDetail> {
  const { rows } = await sql<contract.RateDetail>`
    select rate_detail_id, rate_id, amount, point_rate, effective_from, effective_to,
      ${versionStatus(ctx.today)} as status
    from point_rate_detail d where rate_detail_id = ${RateDetailId}`.execute(ctx.db)
  return rows[0]!
}

export function versionStatus(today: string) {
  return sql`case when d.status = 'Deleted' then 'Deleted' when d.effective_from > ${today} then 'Inactive'
    when d.expired_at is not null or d.effective_to < ${today} then 'Expired' else 'Active' end`
}

/** Locks the period's rate and increments its version; the period then cannot change until the transaction ends. */
export async function lockVersion(ctx: Ctx, RateDetailId: number) {
  const find = () => ctx.db.selectFrom('PointRateDetail').selectAll().where('RateDetailId', '=', RateDetailId)
  const existing = await find().executeTakeFirst()
  if (!existing) throw contract.ruleRefusals.versionNotFound()
  const rate = await lockRate(ctx, existing.RateId)
  if (rate.Status === 'Deleted') throw contract.ruleRefusals.rateDeleted()
  await countVersion(ctx, rate)
  return find().executeTakeFirstOrThrow()
}

/** Increments the version, so that an open form of the rate is rejected as outdated. */
export const countVersion = (ctx: Ctx, { RateId, Version }: { RateId: number; Version: number }) =>
  ctx.db
    .updateTable('PointRate')
    .set({ Version: Version + 1, UpdatedAt: ctx.now })
    .where('RateId', '=', RateId)
    .execute()

export const auditVersion = (ctx: Ctx, act: string, RateDetailId: number) =>
  ctx.audit(
    `${act} Point Rate Detail`,
    'PointRateDetail',
    RateDetailId,
    `${act} Point Rate Detail in Point Rate. RateDetailId - ${RateDetailId}`,
  )
