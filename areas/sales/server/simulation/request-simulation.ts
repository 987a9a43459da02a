import { sql } from 'kysely'
import type * as contract from '#areas/points/contract.ts'
import { CONCURRENT_SIMULATIONS_MAX, simulationRefusals as refusals } from '#areas/points/contract.ts'
import { getPointRate, getPointStructure } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { SIMULATION_JOB_NAME } from './background.ts'
import { readSimulation } from './simulations.ts'

type Requested = { Kind: 'Structure' | 'Rate'; StructureId?: number; RateId?: number; Months: number; Draft: object }

/** Queues a simulation for the job. */
async function requestSimulation(ctx: Ctx, { Kind, StructureId, RateId, Months, Draft }: Requested) {
  // Requests of one account run one after the other, so that they cannot exceed the account's limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended('point simulation ' || ${ctx.actor.userId}::text, 0))`.execute(
    ctx.db,
  )
  const { Count } = await ctx.db
    .selectFrom('PointSimulation')
    .select(({ fn }) => fn.countAll<number>().as('Count'))
    .where('CreatedById', '=', ctx.actor.userId!)
    .where('Status', 'in', ['Queued', 'Running'])
    .executeTakeFirstOrThrow()
  if (Count >= CONCURRENT_SIMULATIONS_MAX) throw refusals.busy({ Count })

  const { SimulationId } = await ctx.db
    .insertInto('PointSimulation')
    .values({
      Kind,
      StructureId: StructureId ?? null,
      RateId: RateId ?? null,
      Months,
      Draft: JSON.stringify(Draft),
      Status: 'Queued',
      CreatedById: ctx.actor.userId!,
      CreatedBy: ctx.actor.name,
      CreatedAt: ctx.now,
    })
    .returning('SimulationId')
    .executeTakeFirstOrThrow()
  await ctx.services.announce(ctx, 'job', SIMULATION_JOB_NAME)
  ctx.audit(
    `Simulate Point ${Kind}`,
    `Point${Kind}`,
    StructureId ?? RateId!,
    `Simulate Point ${Kind} in Point ${Kind}. SimulationId - ${SimulationId}`,
  )
  return readSimulation(ctx, SimulationId)
}

/** Simulates the points of past sales with a draft rate. */
export async function requestPointRateSimulation(
  ctx: Ctx,
  { RateId, Months, ...Draft }: Input<typeof contract.requestPointRateSimulation>,
) {
  await getPointRate(ctx, { RateId })
  return requestSimulation(ctx, { Kind: 'Rate', RateId, Months, Draft })
}

/** Simulates the points of past sales with a structure that has the draft's multiplier and rounding. */
export async function requestPointStructureSimulation(
  ctx: Ctx,
  { StructureId, Months, MaxPointsPerInvoice = null, ...rest }: Input<typeof contract.requestPointStructureSimulation>,
) {
  await getPointStructure(ctx, { StructureId })
  return requestSimulation(ctx, { Kind: 'Structure', StructureId, Months, Draft: { ...rest, MaxPointsPerInvoice } })
}
