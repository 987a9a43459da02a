import { sql } from 'kysely'
import type { z } from 'zod'
import { brands } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { refusingConstraint } from './structures.ts'

/** The brand that stands for all of them: its rate is the template for brands that have none, later ones too. */
const ALL = 'All'

/** Makes a rate for one brand; for All one for every brand that has none yet, and the template. */
export async function addRate(ctx: Ctx, { Brand, Details, ...wish }: Input<typeof contract.addRate>) {
  const isTemplate = Brand.toUpperCase() === ALL.toUpperCase()
  const asked = await insertRate(ctx, isTemplate ? ALL : Brand, wish, Details)
  const Created = [{ RateId: asked, Brand: isTemplate ? ALL : Brand }]
  if (isTemplate) {
    const taken = await ctx.db
      .selectFrom('PointRate')
      .select('Brand')
      .where('ObjectType', '=', wish.ObjectType)
      .where('ObjectValue', 'is not distinct from', wish.ObjectValue ?? null)
      .where('Status', '<>', 'Deleted')
      .execute()
    const known = new Set(taken.map((rate) => rate.Brand.toUpperCase()))
    for (const brand of await brands(ctx)) {
      if (!known.has(brand.toUpperCase()))
        Created.push({ RateId: await insertRate(ctx, brand, wish, Details), Brand: brand })
    }
  }

  for (const { RateId } of Created)
    ctx.audit('Add Point Rate', 'PointRate', RateId, `Add Point Rate in Point Rate. RateId - ${RateId}`)
  return { ...(await getRate(ctx, { RateId: asked })), Created }
}

/** Adds a dated version to a rate. */
export async function addRateDetail(ctx: Ctx, wish: Input<typeof contract.addRateDetail>) {
  const rate = await ctx.db
    .selectFrom('PointRate')
    .select('Status')
    .where('RateId', '=', wish.RateId)
    .forUpdate()
    .executeTakeFirst()
  if (!rate || rate.Status === 'Deleted') throw contract.ruleRefusals.rateNotFound()
  const RateDetailId = await insertVersion(ctx, wish)

  ctx.audit(
    'Add Point Rate Detail',
    'PointRateDetail',
    RateDetailId,
    `Add Point Rate Detail in Point Rate. RateDetailId - ${RateDetailId}`,
  )
  const { Details } = await getRate(ctx, { RateId: wish.RateId })
  return Details.find((detail) => detail.RateDetailId === RateDetailId)!
}

/** One rate with its versions. */
export async function getRate(ctx: Ctx, { RateId }: { RateId: number }) {
  const [rate] = await rates(ctx.db, ctx.today, sql`where r.rate_id = ${RateId} and r.status <> 'Deleted'`)
  if (!rate) throw contract.ruleRefusals.rateNotFound()
  return rate
}

/** The versions of one rate. */
export async function getRateDetails(ctx: Ctx, { RateId }: { RateId: number }) {
  const { Details } = await getRate(ctx, { RateId })
  return { count: Details.length, rows: Details }
}

/** Point rates by brand or kind. */
export async function listRates(ctx: Ctx, { Rows, Page, Search, SortDirection }: Input<typeof contract.listRates>) {
  const where = sql`
    where (${Search.Brand ?? null}::text is null or position(upper(${Search.Brand ?? null}) in upper(r.brand)) > 0)
      and (${Search.ObjectType ?? null}::text is null or r.object_type = ${Search.ObjectType ?? null})
      and case when ${Search.Status ?? null}::text is null then r.status <> 'Deleted' else r.status = ${Search.Status ?? null} end`
  const order = sql.raw(`r.brand ${SortDirection}, r.rate_id`)
  const [counted, rows] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from point_rate r ${where}`.execute(ctx.db),
    rates(ctx.db, ctx.today, sql`${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`),
  ])
  return { count: counted.rows[0]!.Count, rows }
}

type Wish = Pick<z.output<typeof contract.addRate.body>, 'ObjectType' | 'ObjectValue'>
type Version = Omit<z.output<typeof contract.addRateDetail.body>, 'RateId'>

async function insertRate(ctx: Ctx, Brand: string, wish: Wish, versions: Version[]) {
  const { RateId } = await ctx.db
    .insertInto('PointRate')
    .values({ Brand, ...wish, CreatedById: ctx.actor.userId })
    .returning('RateId')
    .executeTakeFirstOrThrow()
    .catch(refusingConstraint('point_rate_object', () => contract.ruleRefusals.rateExists({ Brand })))
  for (const version of versions) await insertVersion(ctx, { ...version, RateId })
  return RateId
}

async function insertVersion(ctx: Ctx, version: Version & { RateId: number }) {
  if (version.EffectiveTo && version.EffectiveTo < version.EffectiveFrom) throw contract.ruleRefusals.endBeforeStart()
  const { RateDetailId } = await ctx.db
    .insertInto('PointRateDetail')
    .values({ ...version, CreatedById: ctx.actor.userId })
    .returning('RateDetailId')
    .executeTakeFirstOrThrow()
    .catch(refusingConstraint('point_rate_detail_one_at_a_time', contract.ruleRefusals.periodsOverlap))
  return RateDetailId
}

async function rates(db: Db, today: string, rest: ReturnType<typeof sql>) {
  const { rows } = await sql<contract.Rate>`
    select r.rate_id, r.brand, r.object_type, r.object_value, r.status, r.version,
      coalesce((select jsonb_agg(jsonb_build_object('RateDetailId', d.rate_detail_id, 'RateId', d.rate_id, 'Amount', d.amount::text, 'PointRate', d.point_rate::text,
        'EffectiveFrom', d.effective_from, 'EffectiveTo', d.effective_to,
        'Status', case when d.effective_from > ${today} then 'Inactive' when d.effective_to < ${today} then 'Expired' else 'Active' end) order by d.effective_from)
        from point_rate_detail d where d.rate_id = r.rate_id and d.status = 'Active'), '[]') as details
    from point_rate r ${rest}`.execute(db)
  return rows
}
