import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { scopesOf, structureCountsToday } from './counts-today.ts'
import { lockStructure, readStructure, refuseTakenCode, structures } from './structure-rows.ts'
import { changingStructures, lockStructures } from './structures-apart.ts'

/** Returns one structure with its periods, and the members to whom it applies today. */
export async function getStructure(ctx: Ctx, { StructureId }: { StructureId: number }) {
  const structure = await readStructure(ctx, StructureId)
  if (!structure || structure.Status === 'Deleted') throw refusals.structureNotFound()
  return { ...structure, CountsToday: await structureCountsToday(ctx, StructureId) }
}

/** Lists point structures by code, name or present status. */
export const listStructures = (ctx: Ctx, { Search }: Input<typeof contract.listStructures>) =>
  structures(ctx, [
    equals('p.code', Search.Code?.toUpperCase()),
    contains('p.name', Search.Name),
    Search.Status ? equals('state.status', Search.Status) : sql`p.status <> 'Deleted'`,
  ])

/**
 * Marks a structure as Deleted. Points earned by it stay and still refer to it. The last structure by which members earn
 * today is ended instead: deleting it would leave them without points from one sale to the next.
 */
export async function deleteStructure(ctx: Ctx, { StructureId }: Input<typeof contract.deleteStructure>) {
  await lockStructures(ctx)
  const structure = await lockStructure(ctx, StructureId)
  if (structure.Status === 'Deleted') throw refusals.structureDeleted()
  const earnByIt = (await scopesOf(ctx, StructureId)).filter((scope) => scope.StructureId === StructureId)

  await ctx.db
    .updateTable('PointStructure')
    .set({ Status: 'Deleted', Version: structure.Version + 1, UpdatedAt: ctx.now })
    .where('StructureId', '=', StructureId)
    .execute()
  const others = earnByIt.length > 0 ? await scopesOf(ctx, StructureId) : []
  const remaining = others.find(
    ({ CardCategoryCode, ...now }) =>
      now.StructureId === null && now.Members && earnByIt.some((scope) => scope.CardCategoryCode === CardCategoryCode),
  )
  if (remaining) throw refusals.lastStructure({ CardCategory: remaining.CategoryName })

  ctx.audit(
    'Delete Point Structure',
    'PointStructure',
    StructureId,
    `Delete Point Structure in Point Structure. StructureId - ${StructureId}`,
  )
  return readStructure(ctx, StructureId)
}

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
