import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../../contract/customers.ts'
import type { customerTimeline as endpoint, TimelineEntry, TimelineKind } from '../../contract/timeline.ts'
import { maskedIdNo } from '../masks.ts'
import { columns, sources } from './sources.ts'

/** Everything that happened to a customer, as one feed. */
export async function customerTimeline(ctx: Ctx, { Search, Rows, Page, SortDirection }: Input<typeof endpoint>) {
  const CustomerId = Search.CustomerId!
  const known = await ctx.db
    .selectFrom('Customer')
    .select('Status')
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!known || (known.Status === 'Deleted' && !ctx.actor.isHQ)) throw refusals.notFound()

  const wanted = Search.Kind && new Set<TimelineKind>([Search.Kind].flat())
  const asked = sources.filter(({ kinds }) => !wanted || kinds.some((kind) => wanted.has(kind)))
  const feed = sql`(select * from (${sql.join(
    asked.map(({ select }) => select(CustomerId)),
    sql` union all `,
  )}) every (${columns})
    where ${wanted ? sql`kind = any(${[...wanted]}::text[])` : sql`true`}
      and ${Search.DateFrom ? sql`at >= ${Search.DateFrom}::date::timestamp at time zone business_zone()` : sql`true`}
      and ${Search.DateTo ? sql`at < (${Search.DateTo}::date + 1)::timestamp at time zone business_zone()` : sql`true`})`
  const direction = SortDirection === 'DESC' ? sql`desc` : sql`asc`

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) from ${feed} feed`.execute(ctx.db),
    sql<TimelineEntry>`select ${columns} from ${feed} feed
      order by at ${direction}, kind ${direction}, length(object_id) ${direction}, object_id ${direction}
      limit ${Rows} offset ${(Page - 1) * Rows}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]?.Count ?? 0, rows: page.rows.map(shown) }
}

/** The audit keeps identity numbers in full; the feed does not tell them. */
function shown(entry: TimelineEntry): TimelineEntry {
  if (entry.Kind !== 'Amendment' || entry.Subject !== 'IdNo') return entry
  return { ...entry, Previous: maskedIdNo(entry.Previous), Updated: maskedIdNo(entry.Updated) }
}
