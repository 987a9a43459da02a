import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'

/** Makes a point structure with its windows; windows of one structure may not overlap. */
export async function addStructure(ctx: Ctx, { Details, ...wish }: Input<typeof contract.addStructure>) {
  const { StructureId } = await ctx.db
    .insertInto('PointStructure')
    .values({ ...wish, CreatedById: ctx.actor.userId })
    .returning('StructureId')
    .executeTakeFirstOrThrow()
    .catch(refusingConstraint('point_structure_code', () => contract.ruleRefusals.structureExists({ Code: wish.Code })))
  for (const detail of Details) await insertWindow(ctx, { ...detail, StructureId })

  ctx.audit(
    'Add Point Structure',
    'PointStructure',
    StructureId,
    `Add Point Structure in Point Structure. StructureId - ${StructureId}`,
  )
  return getStructure(ctx, { StructureId })
}

/** Adds a dated window to a structure. */
export async function addStructureDetail(ctx: Ctx, wish: Input<typeof contract.addStructureDetail>) {
  const structure = await ctx.db
    .selectFrom('PointStructure')
    .select('Status')
    .where('StructureId', '=', wish.StructureId)
    .forUpdate()
    .executeTakeFirst()
  if (!structure || structure.Status === 'Deleted') throw contract.ruleRefusals.structureNotFound()
  const StructureDetailId = await insertWindow(ctx, wish)

  ctx.audit(
    'Add Point Structure Detail',
    'PointStructureDetail',
    StructureDetailId,
    `Add Point Structure Detail in Point Structure. StructureDetailId - ${StructureDetailId}`,
  )
  const { Details } = await getStructure(ctx, { StructureId: wish.StructureId })
  return Details.find((detail) => detail.StructureDetailId === StructureDetailId)!
}

/** One structure with its windows. */
export async function getStructure(ctx: Ctx, { StructureId }: { StructureId: number }) {
  const [structure] = await structures(
    ctx.db,
    ctx.today,
    sql`where p.structure_id = ${StructureId} and p.status <> 'Deleted'`,
  )
  if (!structure) throw contract.ruleRefusals.structureNotFound()
  return structure
}

/** Point structures by code or name. */
export async function listStructures(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listStructures>,
) {
  const where = sql`
    where (${Search.Code ?? null}::text is null or p.code = upper(${Search.Code ?? null}))
      and (${Search.Name ?? null}::text is null or position(upper(${Search.Name ?? null}) in upper(p.name)) > 0)
      and case when ${Search.Status ?? null}::text is null then p.status <> 'Deleted' else p.status = ${Search.Status ?? null} end`
  const order = sql.raw(`${{ Code: 'p.code', Name: 'p.name' }[SortOption]} ${SortDirection}, p.structure_id`)
  const [counted, rows] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from point_structure p ${where}`.execute(ctx.db),
    structures(ctx.db, ctx.today, sql`${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`),
  ])
  return { count: counted.rows[0]!.Count, rows }
}

type Window = Pick<
  z.output<typeof contract.addStructureDetail.body>,
  'StructureId' | 'EffectiveFrom' | 'EffectiveTo' | 'Multiplier' | 'Remark'
>

async function insertWindow(ctx: Ctx, window: Window) {
  if (window.EffectiveTo && window.EffectiveTo < window.EffectiveFrom) throw contract.ruleRefusals.endBeforeStart()
  const { StructureDetailId } = await ctx.db
    .insertInto('PointStructureDetail')
    .values({ ...window, CreatedById: ctx.actor.userId })
    .returning('StructureDetailId')
    .executeTakeFirstOrThrow()
    .catch(refusingConstraint('point_structure_detail_no_overlap', contract.ruleRefusals.periodsOverlap))
  return StructureDetailId
}

async function structures(db: Db, today: string, rest: ReturnType<typeof sql>) {
  const { rows } = await sql<contract.Structure>`
    select p.structure_id, p.code, p.name, p.description, p.balance_type, p.card_group_id, p.card_category_code, p.member_type, p.validity_months,
      p.expiry_rounding, p.pending_days, p.minimum_spend, p.max_points_per_invoice, p.rounding, p.status, p.version,
      coalesce((select jsonb_agg(jsonb_build_object('StructureDetailId', d.structure_detail_id, 'StructureId', d.structure_id, 'EffectiveFrom', d.effective_from,
        'EffectiveTo', d.effective_to, 'Multiplier', d.multiplier::text, 'Remark', d.remark,
        'Status', case when d.effective_from > ${today} then 'Inactive' when d.effective_to < ${today} then 'Expired' else 'Active' end) order by d.effective_from)
        from point_structure_detail d where d.structure_id = p.structure_id and d.status = 'Active'), '[]') as details
    from point_structure p ${rest}`.execute(db)
  return rows
}

/** Turns the breach of one named constraint into its refusal; anything else stays what it is. */
export const refusingConstraint = (constraint: string, refusal: () => Error) => (error: { constraint?: string }) => {
  throw error.constraint === constraint ? refusal() : error
}
