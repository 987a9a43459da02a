import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { customerRefusals } from '../../contract/customers.ts'
import type { customerTimeline as endpoint, TimelineEntry, TimelineKind } from '../../contract/timeline.ts'
import { outletOfCallerLists } from '../outlet-scope.ts'
import { salePointsSql } from '../sale-points.ts'
import { timelineColumns, timelineSources } from './sources.ts'

/** Returns the timeline of a customer, which contains all events in one list. */
export async function customerTimeline(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const CustomerId = Search.CustomerId!
  const customer = await ctx.db
    .selectFrom('Customer')
    .select('Status')
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!customer || (customer.Status === 'Deleted' && !ctx.actor.isHQ)) throw customerRefusals.notFound()

  const requested = Search.Kind && new Set<TimelineKind>([Search.Kind].flat())
  const contributed = ctx.services.areas.flatMap(({ timeline = [] }) => timeline)
  const included = [...timelineSources, ...contributed].filter(
    ({ kinds }) => !requested || kinds.some((kind) => requested.has(kind)),
  )
  const all = included.map(({ select }) =>
    select(CustomerId, !requested || requested.has('Sale'), outletOfCallerLists(ctx) ?? null),
  )
  return sqlList({
    from: sql`(${sql.join(all, sql` union all `)}) every (${timelineColumns})`,
    where: [
      requested && sql`kind = any(${[...requested]}::text[])`,
      Search.DateFrom && sql`at >= ${Search.DateFrom}::date::timestamp at time zone business_zone()`,
      Search.DateTo && sql`at < (${Search.DateTo}::date + 1)::timestamp at time zone business_zone()`,
    ],
    // The points are selected after paging, because only the entries of one page need them.
    select: sql<TimelineEntry>`${timelineColumns}, case when kind in ('Sale', 'Return') then ${salePointsSql(ctx, sql`object_id::bigint`)} end as sale_points`,
    tie: (direction) => sql`kind ${direction}, length(object_id) ${direction}, object_id ${direction}`,
    map: toEntry,
  })
}

/** Masks identity numbers in the timeline, because the audit records contain them in full. */
function toEntry(row: TimelineEntry): TimelineEntry {
  // Times in JSON are converted to ISO 8601 in UTC, because PostgreSQL formats them differently.
  const Returns = row.Returns?.map((back) => ({ ...back, At: new Date(back.At).toISOString() })) ?? null
  const entry = { ...row, Returns }
  if (entry.Kind !== 'Amendment' || entry.Subject !== 'IdNo') return entry
  return { ...entry, Previous: maskedIdNo(entry.Previous), Updated: maskedIdNo(entry.Updated) }
}
