import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { scopesOf } from './counts-today.ts'
import { lockStructure, readStructure } from './structure-rows.ts'
import { lockStructures } from './structures-apart.ts'

/**
 * Marks a structure as Deleted. Points that were given by it stay, and still name it. The last one by which members earn
 * today is ended instead: deleted, it would leave them without points from one sale to the next.
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
  const left = others.find(
    ({ CardCategoryCode, ...now }) =>
      now.StructureId === null && now.Members && earnByIt.some((scope) => scope.CardCategoryCode === CardCategoryCode),
  )
  if (left) throw refusals.lastStructure({ CardCategory: left.CategoryName })

  ctx.audit(
    'Delete Point Structure',
    'PointStructure',
    StructureId,
    `Delete Point Structure in Point Structure. StructureId - ${StructureId}`,
  )
  return readStructure(ctx, StructureId)
}
