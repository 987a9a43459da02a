import { sql } from 'kysely'
import type { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract.ts'
import { versionStatus } from './rate-rows.ts'

type Row = z.output<typeof contract.listRateDetails.reply>['rows'][number]

/** Details of rates, with what their rate is for. */
export const listRateDetails = (ctx: Ctx, { Search }: Input<typeof contract.listRateDetails>) =>
  sqlList({
    from: sql`(select d.rate_detail_id, d.rate_id, d.amount, d.point_rate, d.effective_from, d.effective_to, ${versionStatus(ctx.today)} as status,
      r.brand, r.object_type, r.object_value
      from point_rate_detail d join point_rate r using (rate_id) where r.status <> 'Deleted') v`,
    where: [
      equals('v.rate_id', Search.RateId),
      contains('v.brand', Search.Brand),
      Search.Status ? equals('v.status', Search.Status) : sql`v.status <> 'Deleted'`,
    ],
    select: sql<Row>`v.*`,
    tie: 'v.rate_detail_id',
  })
