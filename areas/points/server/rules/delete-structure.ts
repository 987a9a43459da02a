import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { lockStructure, readStructure } from './structure-rows.ts'

/** Marks a structure as Deleted. Points that were given by it stay, and still name it. */
export async function deleteStructure(ctx: Ctx, { StructureId }: Input<typeof contract.deleteStructure>) {
  const structure = await lockStructure(ctx, StructureId)
  if (structure.Status === 'Deleted') throw refusals.structureDeleted()

  await ctx.db
    .updateTable('PointStructure')
    .set({ Status: 'Deleted', Version: structure.Version + 1, UpdatedAt: ctx.now })
    .where('StructureId', '=', StructureId)
    .execute()

  ctx.audit(
    'Delete Point Structure',
    'PointStructure',
    StructureId,
    `Delete Point Structure in Point Structure. StructureId - ${StructureId}`,
  )
  return readStructure(ctx, StructureId)
}
