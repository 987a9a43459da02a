import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import * as contract from '../../contract.ts'
import { findStructureScopeToday, findTiersInScope } from './counts-today.ts'
import { DatedRuleUseCases } from './dated-rule.ts'
import { requireExistingStructureScope } from './require-existing.ts'
import { endOverlappingStructures, lockPointStructures } from './structures-apart.ts'

const { pointRuleRefusals: refusals } = contract

/** Definition of point structures as a dated rule: tables, fields of a period, and list query. */
export const pointStructureUseCases = new DatedRuleUseCases({
  table: 'PointStructure',
  periodTable: 'PointStructureDetail',
  key: 'StructureId',
  periodKey: 'StructureDetailId',
  title: 'Point Structure',
  values: ['Multiplier', 'Remark'],
  expires: false,
  allowsPast: false,
  constraints: { taken: 'point_structure_code', overlap: 'point_structure_detail_no_overlap' },
  refusals: {
    notFound: refusals.structureNotFound,
    deleted: refusals.structureDeleted,
    notDeleted: refusals.structureNotDeleted,
    periodNotFound: refusals.detailNotFound,
    taken: ({ Code }) => refusals.structureExists({ Code: `${Code}` }),
  },
  list: ({ today }, where, details) =>
    sqlList({
      from: sql`point_structure rule cross join lateral (
        select case when rule.status <> 'Active' then rule.status
          when bool_or(${today}::date between d.effective_from and coalesce(d.effective_to, 'infinity')) then 'Active'
          when bool_or(d.effective_from > ${today}) then 'Inactive'
          when count(*) > 0 then 'Expired' else 'Inactive' end as status
        from point_structure_detail d where d.structure_id = rule.structure_id and d.status = 'Active') state`,
      where,
      select: sql<contract.Structure>`rule.structure_id, rule.code, rule.name, rule.description, rule.balance_type, rule.card_group_id,
        rule.card_category_code, rule.member_type, rule.validity_months, rule.expiry_rounding, rule.pending_days, rule.minimum_spend,
        rule.max_points_per_invoice, rule.rounding, state.status, rule.version, rule.named_only_yn,
        case rule.status when 'Active' then 'Y' else 'N' end as enabled_yn, ${details} as details`,
      tie: () => sql`rule.structure_id`,
    }),
  completePeriod: (
    { today },
    period: Partial<
      Pick<Input<typeof contract.addPointStructureDetail>, 'EffectiveFrom' | 'EffectiveTo' | 'Multiplier' | 'Remark'>
    >,
  ) => ({ ...period, EffectiveFrom: period.EffectiveFrom ?? today, Multiplier: period.Multiplier ?? '1.00' }),
  across: {
    lock: lockPointStructures,
    constraints: ['point_structure_apart', 'point_structure_detail_apart'],
    settle: endOverlappingStructures,
  },
})

/** Returns one structure with its periods, and the members to whom the structure applies today. */
export const getPointStructure = async (ctx: Ctx, { StructureId }: { StructureId: number }) => ({
  ...(await pointStructureUseCases.get(ctx, StructureId)),
  CountsToday: await findStructureScopeToday(ctx, StructureId),
})

/** Lists point structures by code, name or present status. */
export const listPointStructures = (ctx: Ctx, { Search }: Input<typeof contract.listPointStructures>) =>
  pointStructureUseCases.list(ctx, [
    equals('rule.code', Search.Code?.toUpperCase()),
    contains('rule.name', Search.Name),
    Search.Status ? equals('state.status', Search.Status) : sql`rule.status <> 'Deleted'`,
  ])

/** Adds a point structure with its periods. */
export async function addPointStructure(
  ctx: Ctx,
  { Details, EndOtherYN, ...input }: Input<typeof contract.addPointStructure>,
) {
  await requireExistingStructureScope(ctx, input)
  const id = await pointStructureUseCases.changeTogether(
    ctx,
    () => pointStructureUseCases.insert(ctx, input, Details),
    EndOtherYN,
  )
  pointStructureUseCases.audit(ctx, 'Add', id)
  return pointStructureUseCases.read(ctx, id)
}

/** Updates a structure and its periods. */
export const updatePointStructure = (
  ctx: Ctx,
  { StructureId: id, Version, EndOtherYN, Details, ...changes }: Input<typeof contract.updatePointStructure>,
) =>
  pointStructureUseCases.update(ctx, { id, Version, EndOtherYN, Details }, async (present) => {
    const { CardGroupId, CardCategoryCode } = changes
    // The structure's previous card group or category may have been deleted, so only a changed one must exist.
    await requireExistingStructureScope(ctx, {
      ...(CardGroupId !== present.CardGroupId && { CardGroupId }),
      ...(CardCategoryCode !== present.CardCategoryCode && { CardCategoryCode }),
    })
    return changes
  })

/** Marks a structure as Deleted; throws for the last one by which members earn, which needs an end date instead. */
export async function deleteStructure(ctx: Ctx, { StructureId }: Input<typeof contract.deleteStructure>) {
  await lockPointStructures(ctx)
  const earnByIt = (await findTiersInScope(ctx, StructureId)).filter((scope) => scope.StructureId === StructureId)
  const deleted = await pointStructureUseCases.remove(ctx, StructureId)
  const others = earnByIt.length > 0 ? await findTiersInScope(ctx, StructureId) : []
  const remaining = others.find(
    ({ CardCategoryCode, ...now }) =>
      now.StructureId === null && now.Members && earnByIt.some((scope) => scope.CardCategoryCode === CardCategoryCode),
  )
  if (remaining) throw refusals.lastStructure({ CardCategory: remaining.CategoryName })
  return deleted
}
