import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { structures, structuresWithState } from './structure-rows.ts'

/** Point structures by code, name or what they are today. */
export async function listStructures(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listStructures>,
) {
  const { Code = null, Name = null, Status = null } = Search
  const where = sql`
    where (${Code}::text is null or p.code = upper(${Code}))
      and (${Name}::text is null or position(upper(${Name}) in upper(p.name)) > 0)
      and case when ${Status}::text is null then p.status <> 'Deleted' else state.status = ${Status} end`
  const order = sql.raw(`${{ Code: 'p.code', Name: 'p.name' }[SortOption]} ${SortDirection}, p.structure_id`)
  const [counted, rows] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from ${structuresWithState(ctx.today)} ${where}`.execute(ctx.db),
    structures(ctx.db, ctx.today, sql`${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`),
  ])
  return { count: counted.rows[0]!.Count, rows }
}
