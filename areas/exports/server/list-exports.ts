import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, containing } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'
import { exportColumns } from './rows.ts'

const sortColumns = { CreatedAt: 'created_at', Title: 'title' }

/** One's own exports; nobody sees what somebody else took away here, only in the books. */
export async function listExports(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listExports>,
) {
  const conditions = [sql`created_by_id = ${ctx.actor.userId}`]
  if (Search.Title) conditions.push(sql`title ilike ${containing(Search.Title)}`)
  if (Search.Status) conditions.push(sql`status = ${Search.Status}`)
  if (Search.Format) conditions.push(sql`format = ${Search.Format}`)
  const where = sql`where ${allOf(conditions)}`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection}, export_id ${SortDirection}`)
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from export_job ${where}`.execute(ctx.db),
    sql<contract.Export>`
      select ${exportColumns} from export_job ${where} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
