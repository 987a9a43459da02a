import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { jobColumns, kindsOf } from './rows.ts'

/** The imports of the kinds that the caller may import; at an outlet those of the outlet and one's own. */
export const listImports = (ctx: Ctx, { Search }: Input<typeof contract.listImports>) =>
  queryList(ctx.db.selectFrom('ImportJob').select(jobColumns).where('Kind', 'in', kindsOf(ctx.actor)), {
    where: [
      !ctx.actor.isHQ && anyOf([equals('OutletCode', ctx.actor.outletCode), equals('CreatedById', ctx.actor.userId)]),
      equals('Kind', Search.Kind),
      equals('Status', Search.Status),
      contains('FileName', Search.FileName),
    ],
    tie: 'ImportId',
  })
