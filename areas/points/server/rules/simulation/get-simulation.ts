import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../../contract.ts'
import { readSimulation } from './rows.ts'

/** How far a simulation is, and what came out. */
export const getSimulation = (ctx: Ctx, { SimulationId }: Input<typeof contract.getSimulation>) =>
  readSimulation(ctx, SimulationId)
