import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { requireStructureNames } from './require-existing.ts'
import { insertDetail, readStructure, refuseTakenCode } from './structure-rows.ts'
import { changingStructures } from './structures-apart.ts'

/** Adds a point structure with its periods; periods of one structure may not overlap. */
export async function addStructure(ctx: Ctx, { Details, EndOtherYN, ...input }: Input<typeof contract.addStructure>) {
  await requireStructureNames(ctx, input)
  const StructureId = await changingStructures(ctx, EndOtherYN, async () => {
    const { StructureId } = await ctx.db
      .insertInto('PointStructure')
      .values({ ...input, CreatedById: ctx.actor.userId, CreatedAt: ctx.now, UpdatedAt: ctx.now })
      .returning('StructureId')
      .executeTakeFirstOrThrow()
      .catch(refuseTakenCode(input.Code))
    for (const detail of Details) await insertDetail(ctx, { ...detail, StructureId })
    return StructureId
  })

  ctx.audit(
    'Add Point Structure',
    'PointStructure',
    StructureId,
    `Add Point Structure in Point Structure. StructureId - ${StructureId}`,
  )
  return readStructure(ctx, StructureId)
}
