import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import type * as contract from '../../../contract.ts'
import { simulations } from './rows.ts'

/** What was tried before, for one rule or for all. */
export const listSimulations = (ctx: Ctx, { Search }: Input<typeof contract.listSimulations>) =>
  simulations(ctx, [equals('structure_id', Search.StructureId), equals('rate_id', Search.RateId)])
