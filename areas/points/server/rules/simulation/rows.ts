import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, type Filter } from '#kit/server/filters.ts'
import { firstOf, sqlList } from '#kit/server/list.ts'
import { simulationRefusals as refusals, type Simulation } from '../../../contract.ts'

/** Whoever may see structures sees their simulations, and the same for rates. */
export const mayBeSeen = ({ actor }: Ctx) =>
  sql`kind = any(${(['Structure', 'Rate'] as const).filter((kind) => actor.roles.has(`Point ${kind}`))}::text[])`

export const simulations = (ctx: Ctx, where: readonly Filter[]) =>
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
