import type { Ctx } from '#kit/server/ctx.ts'
import { ruleRefusals } from '../../contract.ts'
import { structureCountsToday } from './counts-today.ts'
import { readStructure } from './structure-rows.ts'

/** One structure with its details, and for whom it counts today. */
export async function getStructure(ctx: Ctx, { StructureId }: { StructureId: number }) {
  const structure = await readStructure(ctx, StructureId)
  if (!structure || structure.Status === 'Deleted') throw ruleRefusals.structureNotFound()
  return { ...structure, CountsToday: await structureCountsToday(ctx, StructureId) }
}
