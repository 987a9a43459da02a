import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { mapDatabaseRefusal } from '#kit/server/database-refusal.ts'
import { ruleRefusals as refusals } from '../../contract.ts'
import { validateTogether } from './periods.ts'
import { refuseOverlap } from './structure-rows.ts'

// Two structures for the same members never run on the same day. The database holds that; here the other one is named,
// and ended on the day before if that is wanted.

/** One change of structures at a time: taken before any row is locked. */
export const lockStructures = (ctx: Ctx) => sql`select lock_structures()`.execute(ctx.db)

type Beside = { Code: string; StructureDetailId: number; EffectiveFrom: string; OwnFrom: string; EndDate: string }

/** Does `change`, which answers the structure that it made or changed, and validates only how all stand afterwards. */
export async function changingStructures(ctx: Ctx, EndOtherYN: 'Y' | 'N', change: () => Promise<number>) {
  await lockStructures(ctx)
  const constraints = [
    'point_structure_detail_no_overlap',
    'point_structure_apart',
    'point_structure_detail_apart',
  ] as const
  const settle = (work: Promise<unknown>) =>
    mapDatabaseRefusal(work, { structureBeside: refusals.structureBesideStays as never }).catch(refuseOverlap)
  return validateTogether(ctx, constraints, settle, async () => {
    const StructureId = await change()
    const { rows } = await sql<Beside>`
      select code, structure_detail_id, effective_from, own_from, own_from - 1 as end_date from structures_beside(${StructureId})`.execute(
      ctx.db,
    )
    for (const beside of rows) {
      // What began no earlier has no day left before, and no day that is over is taken from anybody.
      const canEnd = beside.EffectiveFrom < beside.OwnFrom && beside.OwnFrom >= ctx.today
      if (!canEnd) throw refusals.structureBesideStays({ Code: beside.Code, From: beside.EffectiveFrom })
      if (EndOtherYN === 'N')
        throw refusals.structureBeside({ Code: beside.Code, From: beside.EffectiveFrom, EndDate: beside.EndDate })
      await endPeriod(ctx, beside)
    }
    return StructureId
  })
}

async function endPeriod(ctx: Ctx, { StructureDetailId, EndDate, Code }: Beside) {
  const { StructureId } = await ctx.db
    .updateTable('PointStructureDetail')
    .set({ EffectiveTo: EndDate, UpdatedAt: ctx.now })
    .where('StructureDetailId', '=', StructureDetailId)
    .returning('StructureId')
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('PointStructure')
    .set(({ eb }) => ({ Version: eb('Version', '+', 1), UpdatedAt: ctx.now }))
    .where('StructureId', '=', StructureId)
    .execute()
  ctx.audit(
    'Update Point Structure Detail',
    'PointStructureDetail',
    StructureDetailId,
    `Update Point Structure Detail in Point Structure. Code - ${Code}, EffectiveTo - ${EndDate}`,
  )
}
