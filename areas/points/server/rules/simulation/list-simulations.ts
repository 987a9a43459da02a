import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../../contract.ts'
import { mayBeSeen, simulations } from './rows.ts'

/** What was tried before, for one rule or for all. */
export async function listSimulations(
  ctx: Ctx,
  { Rows, Page, Search, SortDirection }: Input<typeof contract.listSimulations>,
) {
  const { StructureId = null, RateId = null } = Search
  const where = sql`
    and (${StructureId}::bigint is null or structure_id = ${StructureId}) and (${RateId}::bigint is null or rate_id = ${RateId})`
  const order = sql.raw(`simulation_id ${SortDirection}`)
  const [counted, rows] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from point_simulation where ${mayBeSeen(ctx)} ${where}`.execute(
      ctx.db,
    ),
    simulations(ctx, sql`${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`),
  ])
  return { count: counted.rows[0]!.Count, rows }
}
