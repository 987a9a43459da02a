import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { rates } from './rate-rows.ts'

/** Point rates by brand or kind; the template first among its like. */
export async function listRates(ctx: Ctx, { Rows, Page, Search, SortDirection }: Input<typeof contract.listRates>) {
  const { Brand = null, ObjectType = null, Status = null } = Search
  const where = sql`
    where (${Brand}::text is null or position(upper(${Brand}) in upper(r.brand)) > 0)
      and (${ObjectType}::text is null or r.object_type = ${ObjectType})
      and case when ${Status}::text is null then r.status <> 'Deleted' else r.status = ${Status} end`
  const order = sql.raw(`r.brand ${SortDirection}, r.rate_id`)
  const [counted, rows] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from point_rate r ${where}`.execute(ctx.db),
    rates(ctx.db, ctx.today, sql`${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`),
  ])
  return { count: counted.rows[0]!.Count, rows }
}
