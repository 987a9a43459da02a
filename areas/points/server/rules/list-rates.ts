import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import type * as contract from '../../contract.ts'
import { rates } from './rate-rows.ts'

/** Point rates by brand or kind; the template first among its like. */
export const listRates = (ctx: Ctx, { Search }: Input<typeof contract.listRates>) =>
  rates(ctx, [
    contains('r.brand', Search.Brand),
    equals('r.object_type', Search.ObjectType),
    Search.Status ? equals('r.status', Search.Status) : sql`r.status <> 'Deleted'`,
  ])
