import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { versionStatus } from './rate-rows.ts'

type Row = z.output<typeof contract.listRateDetails.reply>['rows'][number]

/** Details of rates, with what their rate is for. */
export async function listRateDetails(
  ctx: Ctx,
  { Rows, Page, Search, SortOption, SortDirection }: Input<typeof contract.listRateDetails>,
) {
  const { RateId = null, Brand = null, Status = null } = Search
  const found = sql`
    from (select d.rate_detail_id, d.rate_id, d.amount, d.point_rate, d.effective_from, d.effective_to, ${versionStatus(ctx.today)} as status,
      r.brand, r.object_type, r.object_value
      from point_rate_detail d join point_rate r using (rate_id) where r.status <> 'Deleted') v
    where (${RateId}::bigint is null or v.rate_id = ${RateId})
      and (${Brand}::text is null or position(upper(${Brand}) in upper(v.brand)) > 0)
      and case when ${Status}::text is null then v.status <> 'Deleted' else v.status = ${Status} end`
  const order = sql.raw(
    `${{ EffectiveFrom: 'v.effective_from', Brand: 'v.brand' }[SortOption]} ${SortDirection}, v.rate_detail_id ${SortDirection}`,
  )
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count ${found}`.execute(ctx.db),
    sql<Row>`select v.* ${found} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
