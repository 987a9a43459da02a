import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, type Filter } from '#kit/server/filters.ts'
import { firstOf, sqlList } from '#kit/server/list.ts'
import type * as contract from '../../../contract.ts'
import { simulationRefusals as refusals, type Simulation } from '../../../contract.ts'

/** Whoever may see structures sees their simulations, and the same for rates. */
const mayBeSeen = ({ actor }: Ctx) =>
  sql`kind = any(${(['Structure', 'Rate'] as const).filter((kind) => actor.roles.has(`Point ${kind}`))}::text[])`

const simulations = (ctx: Ctx, where: readonly Filter[]) =>
  sqlList({
    from: sql`point_simulation`,
    where: [mayBeSeen(ctx), ...where],
    select: sql<Simulation>`simulation_id, kind, structure_id, rate_id, months, draft, status, lines_done, lines_total, result, message, message_code,
      created_by, created_at, ended_at`,
    tie: 'simulation_id',
  })

export async function readSimulation(ctx: Ctx, SimulationId: number) {
  const simulation = await firstOf(ctx, simulations(ctx, [equals('simulation_id', SimulationId)]))
  if (!simulation) throw refusals.notFound()
  return simulation
}

/** How far a simulation is, and what came out. */
export const getSimulation = (ctx: Ctx, { SimulationId }: Input<typeof contract.getSimulation>) =>
  readSimulation(ctx, SimulationId)

/** What was tried before, for one rule or for all. */
export const listSimulations = (ctx: Ctx, { Search }: Input<typeof contract.listSimulations>) =>
  simulations(ctx, [equals('structure_id', Search.StructureId), equals('rate_id', Search.RateId)])

/** Ends a simulation; whoever works at it notices with the next chunk. */
export async function cancelSimulation(ctx: Ctx, { SimulationId }: Input<typeof contract.cancelSimulation>) {
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
