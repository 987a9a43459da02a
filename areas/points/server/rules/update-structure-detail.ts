import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { changeDetail } from './change-structure-detail.ts'
import { lockStructure, readStructure } from './structure-rows.ts'
import { changingStructures } from './structures-apart.ts'

/** Moves the end of a detail that runs, or changes one that has not begun. */
export async function updateStructureDetail(
  ctx: Ctx,
  { StructureDetailId, EndOtherYN, ...wish }: Input<typeof contract.updateStructureDetail>,
) {
  const find = () =>
    ctx.db.selectFrom('PointStructureDetail').selectAll().where('StructureDetailId', '=', StructureDetailId)
  const known = await find().executeTakeFirst()
  if (!known) throw refusals.detailNotFound()
  await changingStructures(ctx, EndOtherYN, async () => {
    const structure = await lockStructure(ctx, known.StructureId)
    if (structure.Status === 'Deleted') throw refusals.structureDeleted()
    await changeDetail(ctx, await find().executeTakeFirstOrThrow(), wish)
    await ctx.db
      .updateTable('PointStructure')
      .set({ Version: structure.Version + 1, UpdatedAt: ctx.now })
      .where('StructureId', '=', known.StructureId)
      .execute()
    return known.StructureId
  })

  ctx.audit(
    'Update Point Structure Detail',
    'PointStructureDetail',
    StructureDetailId,
    `Update Point Structure Detail in Point Structure. StructureDetailId - ${StructureDetailId}`,
  )
  const { Details } = await readStructure(ctx, known.StructureId)
  return Details.find((detail) => detail.StructureDetailId === StructureDetailId)!
}
