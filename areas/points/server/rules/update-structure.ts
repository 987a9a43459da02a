import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStale } from '#kit/server/version.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { statusOn } from './periods.ts'
import { requireStructureNames } from './require-existing.ts'
import { changeDetail } from './structure-details.ts'
import { insertDetail, lockStructure, readStructure } from './structure-rows.ts'
import { changingStructures } from './structures-apart.ts'

/** Updates a structure and its periods: Expired ones stay unchanged, those without an id are added. */
export async function updateStructure(ctx: Ctx, { EndOtherYN, ...input }: Input<typeof contract.updateStructure>) {
  await changingStructures(ctx, EndOtherYN, () => change(ctx, input))
  ctx.audit(
    'Update Point Structure',
    'PointStructure',
    input.StructureId,
    `Update Point Structure in Point Structure. StructureId - ${input.StructureId}`,
  )
  return readStructure(ctx, input.StructureId)
}

type Request = Omit<Input<typeof contract.updateStructure>, 'EndOtherYN'>

async function change(ctx: Ctx, { StructureId, Version, Details = [], ...changes }: Request) {
  const structure = await lockStructure(ctx, StructureId)
  if (structure.Status === 'Deleted') throw refusals.structureDeleted()
  await refuseStale(ctx, { record: ['PointStructure', StructureId], sent: Version, present: structure.Version }, () =>
    readStructure(ctx, StructureId),
  )
  const { CardGroupId, CardCategoryCode } = changes
  // Its previous card group or category may have been deleted meanwhile.
  await requireStructureNames(ctx, {
    ...(CardGroupId !== structure.CardGroupId && { CardGroupId }),
    ...(CardCategoryCode !== structure.CardCategoryCode && { CardCategoryCode }),
  })

  await ctx.db
    .updateTable('PointStructure')
    .set({ ...changes, Version: structure.Version + 1, UpdatedAt: ctx.now })
    .where('StructureId', '=', StructureId)
    .execute()

  const present = await ctx.db
    .selectFrom('PointStructureDetail')
    .selectAll()
    .where('StructureId', '=', StructureId)
    .where('Status', '=', 'Active')
    .execute()
  for (const { StructureDetailId, ...input } of Details) {
    if (StructureDetailId === undefined) {
      const { EffectiveFrom = ctx.today, Multiplier = '1.00' } = input
      await insertDetail(ctx, { ...input, StructureId, EffectiveFrom, Multiplier })
      continue
    }
    const detail = present.find((row) => row.StructureDetailId === StructureDetailId)
    if (!detail) throw refusals.detailNotFound()
    if (statusOn(ctx.today, detail) !== 'Expired') await changeDetail(ctx, detail, input)
  }
  return StructureId
}
