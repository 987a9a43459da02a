import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { pointRuleRefusals as refusals } from '../../contract.ts'

// Two structures for the same members never run on the same day; the database enforces this rule.
// In case of an overlap this file names the other structure in the error, or ends it a day earlier if requested.

/** Makes changes of structures run one after the other; callers take this lock before any row lock. */
export const lockPointStructures = (ctx: Ctx) => databaseFunctions.lockStructures(ctx.db, {})

type OverlappingPeriod = {
  Code: string
  StructureDetailId: number
  EffectiveFrom: string
  OwnFrom: string
  EndDate: string
}

/** Throws if a changed structure overlaps another one, or ends the other one on the day before if requested. */
export async function endOverlappingStructures(ctx: Ctx, StructureId: number, EndOtherYN: 'Y' | 'N') {
  const { rows } = await sql<OverlappingPeriod>`
    select code, structure_detail_id, effective_from, own_from, own_from - 1 as end_date from structures_beside(${StructureId})`.execute(
    ctx.db,
  )
  for (const overlap of rows) {
    // The overlapping period can end yesterday at the earliest, because past days must keep their structure.
    const canEnd = overlap.EffectiveFrom < overlap.OwnFrom && overlap.OwnFrom >= ctx.today
    if (!canEnd) throw refusals.structureBesideStays({ Code: overlap.Code, From: overlap.EffectiveFrom })
    if (EndOtherYN === 'N')
      throw refusals.structureBeside({ Code: overlap.Code, From: overlap.EffectiveFrom, EndDate: overlap.EndDate })
    await endPeriod(ctx, overlap)
  }
}

async function endPeriod(ctx: Ctx, { StructureDetailId, EndDate, Code }: OverlappingPeriod) {
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
