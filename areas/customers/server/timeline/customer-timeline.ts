import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { refusals } from '../../contract/customers.ts'
import type { customerTimeline as endpoint, TimelineEntry, TimelineKind } from '../../contract/timeline.ts'
import { browsedOutlet } from '../outlet-scope.ts'
import { columns, sources } from './sources.ts'

/** Everything that happened to a customer, as one feed. */
export async function customerTimeline(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const CustomerId = Search.CustomerId!
  const known = await ctx.db
    .selectFrom('Customer')
    .select('Status')
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!known || (known.Status === 'Deleted' && !ctx.actor.isHQ)) throw refusals.notFound()

  const requested = Search.Kind && new Set<TimelineKind>([Search.Kind].flat())
  const contributed = ctx.services.areas.flatMap(({ timeline = [] }) => timeline)
  const included = [...sources, ...contributed].filter(
    ({ kinds }) => !requested || kinds.some((kind) => requested.has(kind)),
  )
  const all = included.map(({ select }) =>
    select(CustomerId, !requested || requested.has('Sale'), browsedOutlet(ctx) ?? null),
  )
  return sqlList({
    from: sql`(${sql.join(all, sql` union all `)}) every (${columns})`,
    where: [
      requested && sql`kind = any(${[...requested]}::text[])`,
      Search.DateFrom && sql`at >= ${Search.DateFrom}::date::timestamp at time zone business_zone()`,
      Search.DateTo && sql`at < (${Search.DateTo}::date + 1)::timestamp at time zone business_zone()`,
    ],
    select: sql<TimelineEntry>`${columns}`,
    tie: (way) => sql`kind ${way}, length(object_id) ${way}, object_id ${way}`,
    map: displayed,
  })
}

/** The audit keeps identity numbers in full; the feed does not tell them. */
function displayed(told: TimelineEntry): TimelineEntry {
  // Times inside of a document leave the database in its own spelling.
  const Returns = told.Returns?.map((back) => ({ ...back, At: new Date(back.At).toISOString() })) ?? null
  const entry = { ...told, Returns }
  if (entry.Kind !== 'Amendment' || entry.Subject !== 'IdNo') return entry
  return { ...entry, Previous: maskedIdNo(entry.Previous), Updated: maskedIdNo(entry.Updated) }
}
