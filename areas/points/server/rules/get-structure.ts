import type { Ctx } from '#kit/server/ctx.ts'
import { ruleRefusals } from '../../contract.ts'
import { readStructure } from './structure-rows.ts'

/** One structure with its details. */
export async function getStructure(ctx: Ctx, { StructureId }: { StructureId: number }) {
  const structure = await readStructure(ctx, StructureId)
  if (!structure || structure.Status === 'Deleted') throw ruleRefusals.structureNotFound()
  return structure
}
