import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Filter } from '#kit/server/filters.ts'
import { readFirst, sqlList } from '#kit/server/list.ts'
import * as contract from '../../contract.ts'
import { refuseReversed, refusingConstraint } from './periods.ts'

type NewDetail = Pick<
  z.output<typeof contract.addStructureDetail.body>,
  'StructureId' | 'EffectiveFrom' | 'EffectiveTo' | 'Multiplier' | 'Remark'
>

/** Locks the structure's row. Every change of a period locks its structure first, so that changes are serialized. */
export async function lockStructure(ctx: Ctx, StructureId: number) {
  const structure = await ctx.db
    .selectFrom('PointStructure')
    .selectAll()
    .where('StructureId', '=', StructureId)
    .forUpdate()
    .executeTakeFirst()
  if (!structure) throw contract.ruleRefusals.structureNotFound()
  return structure
}

export const refuseOverlap = refusingConstraint(
  'point_structure_detail_no_overlap',
  contract.ruleRefusals.periodsOverlap,
)

export const refuseTakenCode = (Code: string) =>
  refusingConstraint('point_structure_code', () => contract.ruleRefusals.structureExists({ Code }))

export async function insertDetail(ctx: Ctx, detail: NewDetail) {
  refuseReversed(detail.EffectiveFrom, detail.EffectiveTo)
  if (detail.EffectiveTo && detail.EffectiveTo < ctx.today) throw contract.ruleRefusals.endInPast({ Date: ctx.today })
  const { StructureDetailId } = await ctx.db
    .insertInto('PointStructureDetail')
    .values({ ...detail, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
    .returning('StructureDetailId')
    .executeTakeFirstOrThrow()
    .catch(refuseOverlap)
  return StructureDetailId
}

export const readStructure = async (ctx: Ctx, StructureId: number) =>
  (await readFirst(ctx, structures(ctx, [sql`p.structure_id = ${StructureId}`])))!

/** Structures with their periods; `p` is the structure, `state` its status today. */
export const structures = ({ today }: Ctx, where: readonly Filter[]) =>
  sqlList({
    from: structuresWithState(today),
    where,
    select: sql<contract.Structure>`p.structure_id, p.code, p.name, p.description, p.balance_type, p.card_group_id, p.card_category_code, p.member_type, p.validity_months,
      p.expiry_rounding, p.pending_days, p.minimum_spend, p.max_points_per_invoice, p.rounding, state.status, p.version, p.named_only_yn,
      case p.status when 'Active' then 'Y' else 'N' end as enabled_yn,
      coalesce((select jsonb_agg(jsonb_build_object('StructureDetailId', d.structure_detail_id, 'StructureId', d.structure_id, 'EffectiveFrom', d.effective_from,
        'EffectiveTo', d.effective_to, 'Multiplier', d.multiplier::text, 'Remark', d.remark,
        'Status', case when d.effective_from > ${today} then 'Inactive' when d.effective_to < ${today} then 'Expired' else 'Active' end) order by d.effective_from)
        from point_structure_detail d where d.structure_id = p.structure_id and d.status = 'Active'), '[]') as details`,
    tie: () => sql`p.structure_id`,
  })

const structuresWithState = (today: string) => sql`point_structure p cross join lateral (
  select case when p.status <> 'Active' then p.status
    when bool_or(${today}::date between d.effective_from and coalesce(d.effective_to, 'infinity')) then 'Active'
    when bool_or(d.effective_from > ${today}) then 'Inactive'
    when count(*) > 0 then 'Expired' else 'Inactive' end as status
  from point_structure_detail d where d.structure_id = p.structure_id and d.status = 'Active') state`
