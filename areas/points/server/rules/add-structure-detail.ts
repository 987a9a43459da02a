import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { insertDetail, lockStructure, readStructure } from './structure-rows.ts'
import { changingStructures } from './structures-apart.ts'

/** Adds a dated detail to a structure. */
export async function addStructureDetail(ctx: Ctx, { EndOtherYN, ...wish }: Input<typeof contract.addStructureDetail>) {
  let StructureDetailId!: number
  await changingStructures(ctx, EndOtherYN, async () => {
    const structure = await lockStructure(ctx, wish.StructureId)
    if (structure.Status === 'Deleted') throw refusals.structureNotFound()
    StructureDetailId = await insertDetail(ctx, wish)
    await ctx.db
      .updateTable('PointStructure')
      .set({ Version: structure.Version + 1, UpdatedAt: ctx.now })
      .where('StructureId', '=', wish.StructureId)
      .execute()
    return wish.StructureId
  })

  ctx.audit(
    'Add Point Structure Detail',
    'PointStructureDetail',
    StructureDetailId,
    `Add Point Structure Detail in Point Structure. StructureDetailId - ${StructureDetailId}`,
  )
  const { Details } = await readStructure(ctx, wish.StructureId)
  return Details.find((detail) => detail.StructureDetailId === StructureDetailId)!
}
