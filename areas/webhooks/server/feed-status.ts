import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { FeedStatus } from '../contract.ts'

/** The age in seconds of the event after a position; 0 at the end of the feed. */
const lagSeconds = (now: Date, position: RawBuilder<unknown>) => sql`coalesce((
  select greatest(0, floor(extract(epoch from ${now}::timestamptz - event.published_at)))::int
  from event where event.position > ${position} order by event.position limit 1), 0)`

const endpointFeeds = ({ db, now }: Ctx) =>
  sql<FeedStatus['Endpoints'][number]>`
    select endpoint.endpoint_id, endpoint.name, endpoint.status, stream.position, head.last_position - stream.position as lag_events,
      ${lagSeconds(now, sql`stream.position`)} as lag_seconds, progress.last_success_at, progress.failing_since,
      (select count(*) from webhook_line line where line.endpoint_id = endpoint.endpoint_id and line.status = 'Waiting') as waiting_lines,
      (select count(*) from webhook_line line where line.endpoint_id = endpoint.endpoint_id and line.status = 'Parked') as parked_lines
    from webhook_endpoint endpoint join webhook_progress progress using (endpoint_id)
    join webhook_stream stream on stream.endpoint_id = endpoint.endpoint_id and stream.end_position is null, event_head head
    where endpoint.status <> 'Deleted' order by endpoint.name`.execute(db)

const programFeeds = ({ db, now }: Ctx) =>
  sql<FeedStatus['Programs'][number]>`
    select account.user_id, coalesce(account.display_name, account.username) as display_name, reader.position, reader.read_at,
      greatest(0, head.last_position - reader.position) as lag_events,
      case when reader.position is not null then ${lagSeconds(now, sql`reader.position`)} end as lag_seconds
    from user_account account left join event_reader reader using (user_id), event_head head
    where account.kind = 'System' and account.status = 'Active' and 'events:read' = any (account.scopes)
    order by display_name, account.user_id`.execute(db)

type FeedEnds = Pick<FeedStatus, 'LastPosition' | 'OldestPosition' | 'OldestPublishedAt' | 'PublisherLagSeconds'>

const feedEnds = ({ db, now }: Ctx) =>
  sql<FeedEnds>`
    select head.last_position, oldest.position as oldest_position, oldest.published_at as oldest_published_at,
      coalesce((select greatest(0, floor(extract(epoch from ${now}::timestamptz - event_outbox.occurred_at)))::int
        from event_outbox order by outbox_id limit 1), 0) as publisher_lag_seconds
    from event_head head left join lateral (select position, published_at from event order by position limit 1) oldest on true`.execute(
    db,
  )

export async function getFeedStatus(ctx: Ctx): Promise<FeedStatus> {
  const [ends, endpoints, programs] = await Promise.all([feedEnds(ctx), endpointFeeds(ctx), programFeeds(ctx)])
  return {
    ...ends.rows[0]!,
    Endpoints: endpoints.rows,
    Programs: programs.rows,
    AllowedHosts: ctx.services.eventHosts.map(({ entry }) => entry),
  }
}
