import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../../contract.ts'
import { getStructure } from '../get-structure.ts'
import { askSimulation } from './ask-simulation.ts'

/** What past sales had earned by a structure that multiplies and rounds like this. */
export async function simulateStructure(
  ctx: Ctx,
  { StructureId, Months, MaxPointsPerInvoice = null, ...rest }: Input<typeof contract.simulateStructure>,
) {
  await getStructure(ctx, { StructureId })
  return askSimulation(ctx, { Kind: 'Structure', StructureId, Months, Draft: { ...rest, MaxPointsPerInvoice } })
}
