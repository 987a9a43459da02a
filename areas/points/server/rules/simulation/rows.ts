import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { simulationRefusals as refusals, type Simulation } from '../../../contract.ts'

/** Whoever may see structures sees their simulations, and the same for rates. */
export const mayBeSeen = ({ actor }: Ctx) =>
  sql`kind = any(${(['Structure', 'Rate'] as const).filter((kind) => actor.roles.has(`Point ${kind}`))}::text[])`

export async function simulations(ctx: Ctx, rest: ReturnType<typeof sql>) {
  const { rows } = await sql<Simulation>`
    select simulation_id, kind, structure_id, rate_id, months, draft, status, lines_done, lines_total, result, message, message_code,
      created_by, created_at, ended_at
    from point_simulation where ${mayBeSeen(ctx)} ${rest}`.execute(ctx.db)
  return rows
}

export async function readSimulation(ctx: Ctx, SimulationId: number) {
  const [simulation] = await simulations(ctx, sql`and simulation_id = ${SimulationId}`)
  if (!simulation) throw refusals.notFound()
  return simulation
}
