import { sql } from 'kysely'
import { type FeedHead, readFeedHead, type StoredEvent } from '#areas/event-feed/server/index.ts'
import type { Db } from '#kit/server/ctx.ts'
import type { SealedSecrets } from '../secrets.ts'

/** The time for which a process may deliver to an endpoint without renewing its claim. */
export const LEASE_MS = 45_000
const EVENTS_PER_DUE_LINE = 20

export type QueuedEvent = StoredEvent & { Line: string }

/** Events of one line that are sent one after the other. */
export type LineWork = {
  streamId: number
  isReplay: boolean
  line: string
  events: QueuedEvent[]
  /** The row of the line; null if the events come from a window of the stream. */
  stored: { position: number; attempts: number; firstFailedAt: string | null } | null
}

/** A stream and the part of it that one round delivers. */
export type StreamWindow = {
  streamId: number
  isReplay: boolean
  position: number
  /** The position of the stream after all events of the window are delivered or wait in a line. */
  end: number
  events: (QueuedEvent & { IsWaiting: boolean })[]
}

export type Work = {
  head: FeedHead
  endpoint: SealedSecrets & { Url: string; Failures: number }
  claimedUntil: Date
  windows: StreamWindow[]
  dueLines: LineWork[]
  /** True if the next events of the live stream are not stored any more. */
  areEventsDeleted: boolean
}

export type WorkQuery = {
  endpointId: number
  holder: string
  now: Date
  maxEvents: number
  maxLines: number
  /** Lines that this process is sending, as `stream:line`. */
  inFlight: readonly string[]
}

const eventColumns = sql`event.position, event.type, event.membership_no, event.member_sequence, event.customer_id, event.data, event.occurred_at, event.line`
const isWanted = sql`(cardinality(endpoint.types) = 0 or event.type = any (endpoint.types))`

/** Renews the claim of an endpoint and reads what to send next; undefined if the endpoint is paused or claimed by another process. */
export async function readWork(db: Db, query: WorkQuery): Promise<Work | undefined> {
  const claimedUntil = new Date(query.now.getTime() + LEASE_MS)
  const [endpoints, head, streams, events, lines] = await Promise.all([
    sql<Work['endpoint']>`
      update webhook_progress progress set claimed_until = ${claimedUntil}
      from webhook_endpoint endpoint
      where progress.endpoint_id = ${query.endpointId} and claimed_by = ${query.holder}
        and endpoint.endpoint_id = progress.endpoint_id and endpoint.status = 'Active'
      returning endpoint.endpoint_id, url, secret_sealed, key_id, previous_secret_sealed, previous_key_id, previous_secret_until, failures`.execute(
      db,
    ),
    readFeedHead(db),
    readStreams(db, query),
    readEvents(db, query),
    readDueLines(db, query),
  ])
  const endpoint = endpoints.rows[0]
  if (!endpoint) return undefined
  const windows = streams.map(({ StreamId, Position, EndPosition }): StreamWindow => {
    const own = events.flatMap(({ StreamId: stream, ...event }) => (stream === StreamId ? [event] : []))
    const last = own.at(-1)?.Position ?? Position
    const reachable = Math.min(EndPosition ?? head.LastPosition, head.LastPosition)
    return {
      streamId: StreamId,
      isReplay: EndPosition !== null,
      position: Position,
      end: own.length < query.maxEvents ? Math.max(last, reachable) : last,
      events: own,
    }
  })
  const areEventsDeleted = streams.some(
    ({ EndPosition, Position, IsNextStored }) => EndPosition === null && !IsNextStored && Position < head.LastPosition,
  )
  return { head, endpoint, claimedUntil, windows, dueLines: lines, areEventsDeleted }
}

async function readStreams(db: Db, { endpointId }: WorkQuery) {
  const { rows } = await sql<{
    StreamId: number
    Position: number
    EndPosition: number | null
    IsNextStored: boolean
  }>`
    select stream_id, position, end_position, exists (select from event where event.position = webhook_stream.position + 1) as is_next_stored
    from webhook_stream where endpoint_id = ${endpointId} and status = 'Running' order by stream_id`.execute(db)
  return rows
}

async function readEvents(db: Db, { endpointId, maxEvents }: WorkQuery) {
  const { rows } = await sql<QueuedEvent & { StreamId: number; IsWaiting: boolean }>`
    select stream.stream_id, event.*,
      exists (select from webhook_line line where line.stream_id = stream.stream_id and line.line = event.line) as is_waiting
    from webhook_stream stream join webhook_endpoint endpoint using (endpoint_id), lateral (
      select ${eventColumns} from event
      where event.position > stream.position and event.position <= coalesce(stream.end_position, ${Number.MAX_SAFE_INTEGER}) and ${isWanted}
      order by event.position limit ${maxEvents}) event
    where endpoint.endpoint_id = ${endpointId} and stream.status = 'Running' order by stream.stream_id, event.position`.execute(
    db,
  )
  return rows
}

type DueLine = { StreamId: number; IsReplay: boolean; LineKey: string; LinePosition: number; Attempts: number } & {
  FirstFailedAt: string | null
}

async function readDueLines(db: Db, { endpointId, now, maxLines, inFlight }: WorkQuery): Promise<LineWork[]> {
  if (maxLines <= 0) return []
  const { rows } = await sql<DueLine & { [Column in keyof QueuedEvent]: QueuedEvent[Column] | null }>`
    select due.stream_id, stream.end_position is not null as is_replay, due.line as line_key, due.position as line_position,
      due.attempts, due.first_failed_at, event.*
    from (
      select * from webhook_line where endpoint_id = ${endpointId} and status = 'Waiting' and next_attempt_at <= ${now}
        and stream_id || ':' || line <> all (${inFlight}::text[])
      order by next_attempt_at, line_id limit ${maxLines}) due
    join webhook_stream stream on stream.stream_id = due.stream_id
    join webhook_endpoint endpoint on endpoint.endpoint_id = due.endpoint_id
    left join lateral (
      select ${eventColumns} from event
      where event.line = due.line and event.position between due.position and stream.position and ${isWanted}
      order by event.position limit ${EVENTS_PER_DUE_LINE}) event on true
    order by due.next_attempt_at, due.line_id, event.position`.execute(db)
  const works = new Map<string, LineWork>()
  for (const { StreamId, IsReplay, LineKey, LinePosition, Attempts, FirstFailedAt, ...event } of rows) {
    const key = lineKey(StreamId, LineKey)
    let work = works.get(key)
    if (!work) {
      const stored = { position: LinePosition, attempts: Attempts, firstFailedAt: FirstFailedAt }
      work = { streamId: StreamId, isReplay: IsReplay, line: LineKey, events: [], stored }
      works.set(key, work)
    }
    if (event.Position !== null) work.events.push(event as QueuedEvent)
  }
  return [...works.values()]
}

export const lineKey = (streamId: number, line: string) => `${streamId}:${line}`

/** Groups the events of a window by line, in the order in which the lines begin. Lines that wait are left out. */
export function linesOfWindow({ streamId, isReplay, events }: StreamWindow): LineWork[] {
  const works = new Map<string, LineWork>()
  for (const { IsWaiting, ...event } of events) {
    if (IsWaiting) continue
    const work = works.get(event.Line)
    if (work) work.events.push(event)
    else works.set(event.Line, { streamId, isReplay, line: event.Line, events: [event], stored: null })
  }
  return [...works.values()]
}
