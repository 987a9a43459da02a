import { sql } from 'kysely'
import type * as contract from '#areas/points/contract.ts'
import { simulationRefusals as refusals, type Simulation } from '#areas/points/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, type RowFilter } from '#kit/server/filters.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'

/** SQL condition by role: Point Structure opens simulations of structures, Point Rate opens those of rates. */
const visibleToActor = ({ actor }: Ctx) =>
  sql`kind = any(${(['Structure', 'Rate'] as const).filter((kind) => actor.roles.has(`Point ${kind}`))}::text[])`

const simulations = (ctx: Ctx, where: readonly RowFilter[]) =>
  sqlList({
    from: sql`point_simulation`,
    where: [visibleToActor(ctx), ...where],
    select: sql<Simulation>`simulation_id, kind, structure_id, rate_id, months, draft, status, lines_done, lines_total, result, message, message_code,
      created_by, created_at, ended_at`,
    tie: 'simulation_id',
  })

export async function readSimulation(ctx: Ctx, SimulationId: number) {
  const simulation = await readFirstRow(ctx, simulations(ctx, [equals('simulation_id', SimulationId)]))
  if (!simulation) throw refusals.notFound()
  return simulation
}

/** Returns the progress and the result of a simulation. */
export async function getPointSimulation(ctx: Ctx, { SimulationId }: Input<typeof contract.getPointSimulation>) {
  const simulation = await readSimulation(ctx, SimulationId)
  return simulation.Result ? { ...simulation, Result: await withNames(ctx, simulation.Result) } : simulation
}

/** Adds current names to a stored result, which has only codes and numbers. */
async function withNames(ctx: Ctx, result: contract.SimulationResult): Promise<contract.SimulationResult> {
  const members = [...result.Winners, ...result.Losers].map(({ MembershipNo }) => MembershipNo)
  const [outlets, categories, people] = await Promise.all([
    ctx.db.selectFrom('Building').select(['Code', 'Name']).execute(),
    ctx.db.selectFrom('CardCategory').select(['Code', 'Name']).where('Status', '<>', 'Deleted').execute(),
    members.length > 0 && ctx.actor.roles.has('Customer')
      ? ctx.db
          .selectFrom('Membership')
          .innerJoin('Customer', 'Customer.CustomerId', 'Membership.CustomerId')
          .select(['Membership.MembershipNo as Code', 'Customer.FullName as Name'])
          .where('Membership.MembershipNo', 'in', members)
          .execute()
      : [],
  ])
  const nameIn = (rows: readonly { Code: string; Name: string }[]) => {
    const names = new Map(rows.map(({ Code, Name }) => [Code, Name]))
    return (code: string | null) => (code === null ? null : (names.get(code) ?? null))
  }
  const [outlet, category, person] = [nameIn(outlets), nameIn(categories), nameIn(people)]
  const withMemberNames = (rows: contract.SimulatedMember[]) =>
    rows.map((row) => ({
      ...row,
      CustomerName: person(row.MembershipNo),
      CardCategoryName: category(row.CardCategoryCode),
    }))
  return {
    ...result,
    Outlets: result.Outlets.map((row) => ({ ...row, Label: outlet(row.Name) })),
    Levels: result.Levels.map((row) => ({ ...row, Label: category(row.Name) })),
    Winners: withMemberNames(result.Winners),
    Losers: withMemberNames(result.Losers),
  }
}

/** Lists earlier simulations of one rule or of all rules. */
export const listPointSimulations = (ctx: Ctx, { Search }: Input<typeof contract.listPointSimulations>) =>
  simulations(ctx, [equals('structure_id', Search.StructureId), equals('rate_id', Search.RateId)])

/** Cancels a simulation; a running simulation stops at its next chunk. */
export async function cancelPointSimulation(ctx: Ctx, { SimulationId }: Input<typeof contract.cancelPointSimulation>) {
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
