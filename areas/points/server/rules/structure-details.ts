import type { Selectable } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { periodAfter, refuseChangeWhileRunning } from './periods.ts'
import { insertDetail, lockStructure, readStructure, refuseOverlap } from './structure-rows.ts'
import { changingStructures } from './structures-apart.ts'

type Detail = Selectable<Tables['PointStructureDetail']>
type Request = Omit<Input<typeof contract.updateStructureDetail>, 'StructureDetailId' | 'EndOtherYN'>

/** Updates the fields of a period that its state allows; the caller has locked the structure. */
export async function changeDetail(ctx: Ctx, detail: Detail, { Multiplier, Remark, ...dates }: Request) {
  const period = periodAfter(ctx.today, detail, dates)
  refuseChangeWhileRunning(ctx.today, detail, { Multiplier, Remark }, ['Multiplier', 'Remark'])
  await ctx.db
    .updateTable('PointStructureDetail')
    .set({ ...period, Multiplier, Remark, UpdatedAt: ctx.now })
    .where('StructureDetailId', '=', detail.StructureDetailId)
    .execute()
    .catch(refuseOverlap)
}

/** Adds a period to a structure. */
export async function addStructureDetail(
  ctx: Ctx,
  { EndOtherYN, ...input }: Input<typeof contract.addStructureDetail>,
) {
  let StructureDetailId!: number
  await changingStructures(ctx, EndOtherYN, async () => {
    const structure = await lockStructure(ctx, input.StructureId)
    if (structure.Status === 'Deleted') throw refusals.structureNotFound()
    StructureDetailId = await insertDetail(ctx, input)
    await ctx.db
      .updateTable('PointStructure')
      .set({ Version: structure.Version + 1, UpdatedAt: ctx.now })
      .where('StructureId', '=', input.StructureId)
      .execute()
    return input.StructureId
  })

  ctx.audit(
    'Add Point Structure Detail',
    'PointStructureDetail',
    StructureDetailId,
    `Add Point Structure Detail in Point Structure. StructureDetailId - ${StructureDetailId}`,
  )
  const { Details } = await readStructure(ctx, input.StructureId)
  return Details.find((detail) => detail.StructureDetailId === StructureDetailId)!
}

/** Moves the end of a running period, or changes a future one. */
export async function updateStructureDetail(
  ctx: Ctx,
  { StructureDetailId, EndOtherYN, ...input }: Input<typeof contract.updateStructureDetail>,
) {
  const find = () =>
    ctx.db.selectFrom('PointStructureDetail').selectAll().where('StructureDetailId', '=', StructureDetailId)
  const existing = await find().executeTakeFirst()
  if (!existing) throw refusals.detailNotFound()
  await changingStructures(ctx, EndOtherYN, async () => {
    const structure = await lockStructure(ctx, existing.StructureId)
    if (structure.Status === 'Deleted') throw refusals.structureDeleted()
    await changeDetail(ctx, await find().executeTakeFirstOrThrow(), input)
    await ctx.db
      .updateTable('PointStructure')
      .set({ Version: structure.Version + 1, UpdatedAt: ctx.now })
      .where('StructureId', '=', existing.StructureId)
      .execute()
    return existing.StructureId
  })

  ctx.audit(
    'Update Point Structure Detail',
    'PointStructureDetail',
    StructureDetailId,
    `Update Point Structure Detail in Point Structure. StructureDetailId - ${StructureDetailId}`,
  )
  const { Details } = await readStructure(ctx, existing.StructureId)
  return Details.find((detail) => detail.StructureDetailId === StructureDetailId)!
}
