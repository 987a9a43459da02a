import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import type * as contract from '../../contract.ts'
import { structures } from './structure-rows.ts'

/** Point structures by code, name or what they are today. */
export const listStructures = (ctx: Ctx, { Search }: Input<typeof contract.listStructures>) =>
  structures(ctx, [
    equals('p.code', Search.Code?.toUpperCase()),
    contains('p.name', Search.Name),
    Search.Status ? equals('state.status', Search.Status) : sql`p.status <> 'Deleted'`,
  ])
