import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { lockStructure, readStructure, refuseTakenCode } from './structure-rows.ts'
import { changingStructures } from './structures-apart.ts'

/** Undoes a delete within 30 seconds. */
export async function restoreStructure(ctx: Ctx, { StructureId }: Input<typeof contract.restoreStructure>) {
  await changingStructures(ctx, 'N', () => restore(ctx, StructureId))
  ctx.audit(
    'Restore Point Structure',
    'PointStructure',
    StructureId,
    `Restore Point Structure in Point Structure. StructureId - ${StructureId}`,
  )
  return readStructure(ctx, StructureId)
}

async function restore(ctx: Ctx, StructureId: number) {
  const structure = await lockStructure(ctx, StructureId)
  if (structure.Status !== 'Deleted') throw refusals.structureNotDeleted()
  refuseLateUndo(ctx, structure.UpdatedAt, refusals.undoOver)

  const before = await statusBeforeDelete(ctx, 'PointStructure', StructureId)
  await ctx.db
    .updateTable('PointStructure')
    .set({ Status: before === 'Active' ? 'Active' : 'Inactive', Version: structure.Version + 1, UpdatedAt: ctx.now })
    .where('StructureId', '=', StructureId)
    .execute()
    .catch(refuseTakenCode(structure.Code))
  return StructureId
}
