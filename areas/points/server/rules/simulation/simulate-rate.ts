import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../../contract.ts'
import { getRate } from '../get-rate.ts'
import { askSimulation } from './ask-simulation.ts'

/** What past sales had earned by a rate of so many points for so much. */
export async function simulateRate(ctx: Ctx, { RateId, Months, ...Draft }: Input<typeof contract.simulateRate>) {
  await getRate(ctx, { RateId })
  return askSimulation(ctx, { Kind: 'Rate', RateId, Months, Draft })
}
