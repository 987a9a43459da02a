import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'
import { jobColumns, kindsOf } from './rows.ts'

/** The imports of the kinds that the caller may import; at an outlet those of the outlet and one's own. */
export async function listImports(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listImports>,
) {
  let query = ctx.db.selectFrom('ImportJob').select(jobColumns).where('Kind', 'in', kindsOf(ctx.actor))
  if (!ctx.actor.isHQ)
    query = query.where((eb) =>
      eb.or([eb('OutletCode', '=', ctx.actor.outletCode), eb('CreatedById', '=', ctx.actor.userId)]),
    )
  if (Search.Kind) query = query.where('Kind', '=', Search.Kind)
  if (Search.Status) query = query.where('Status', '=', Search.Status as contract.ImportStatus['Status'])
  if (Search.FileName) query = query.where('FileName', 'ilike', containing(Search.FileName))
  const order = direction(SortDirection)
  return pageFrom(query.orderBy(SortOption, order).orderBy('ImportId', order), { Rows, Page })
}
