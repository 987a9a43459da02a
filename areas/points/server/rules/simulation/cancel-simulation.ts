import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type cancelSimulation as endpoint, simulationRefusals as refusals } from '../../../contract.ts'
import { readSimulation } from './rows.ts'

/** Ends a simulation; whoever works at it notices with the next portion. */
export async function cancelSimulation(ctx: Ctx, { SimulationId }: Input<typeof endpoint>) {
  const { Kind } = await readSimulation(ctx, SimulationId)
  const cancelled = await ctx.db
    .updateTable('PointSimulation')
    .set({ Status: 'Cancelled', EndedAt: ctx.now })
    .where('SimulationId', '=', SimulationId)
    .where('Status', 'in', ['Queued', 'Running'])
    .returning('SimulationId')
    .executeTakeFirst()
  if (!cancelled) throw refusals.ended()

  ctx.audit(
    'Cancel Point Simulation',
    'PointSimulation',
    SimulationId,
    `Cancel Point Simulation in Point ${Kind}. SimulationId - ${SimulationId}`,
  )
  return readSimulation(ctx, SimulationId)
}
