import { sql } from 'kysely'
import type { Db } from '#kit/server/ctx.ts'
import type { DeliveryError } from '../../contract.ts'
import type { Attempt, LineTask } from './line-task.ts'
import type { StreamWindow } from './read-work.ts'
import { LEASE_MS } from './read-work.ts'
import { nextLineAttempt } from './retries.ts'

/** The new position of a stream. */
export type StreamMove = { streamId: number; position: number }
/** A line that must be stored, with the position of its first event that is not delivered. */
export type RecordedLine = { streamId: number; line: string; position: number }

export type Results = {
  endpointId: number
  holder: string
  now: Date
  random: () => number
  streams: StreamMove[]
  /** Lines whose events the stream has passed without delivering them. A line that is already stored stays as it is. */
  lines: RecordedLine[]
  tasks: LineTask[]
  /** The failures of the endpoint in a row, and the time before which nothing is sent to the endpoint. */
  failures: number
  retryAt: Date | null
}

export type Progress = { FailingSince: string | null; claimedUntil: Date }

/** Stores the results of requests. Resolves to undefined, without a change, if another process has claimed the endpoint. */
export async function recordResults(db: Db, results: Results): Promise<Progress | undefined> {
  const { endpointId, holder, now, tasks } = results
  const all = tasks.flatMap(({ attempts }) => attempts)
  const success = latest(all.filter(({ error }) => error === null))
  const failure = all.find(({ error }) => error !== null)
  const claimedUntil = new Date(now.getTime() + LEASE_MS)
  // This row is locked first, so that the results of one endpoint are stored one after the other.
  const { rows } = await sql<{ FailingSince: string | null }>`
    update webhook_progress set claimed_until = ${claimedUntil}, failures = ${results.failures}, retry_at = ${results.retryAt},
      last_success_at = coalesce(${success?.attemptedAt ?? null}::timestamptz, last_success_at),
      failing_since = case when ${success !== undefined} then null else coalesce(failing_since, ${failure?.attemptedAt ?? null}::timestamptz) end
    where endpoint_id = ${endpointId} and claimed_by = ${holder} returning failing_since`.execute(db)
  if (!rows[0]) return undefined
  await Promise.all([
    moveStreams(db, results),
    insertLines(db, results),
    updateFailedLines(db, results),
    insertDeliveries(db, endpointId, tasks),
  ])
  await Promise.all([releaseLines(db, results), endReplays(db, results)])
  return { FailingSince: rows[0].FailingSince, claimedUntil }
}

const latest = (attempts: Attempt[]) =>
  attempts.toSorted((one, other) => one.attemptedAt.getTime() - other.attemptedAt.getTime()).at(-1)

const moveStreams = (db: Db, { streams }: Results) =>
  streams.length === 0
    ? undefined
    : sql`update webhook_stream stream set position = moved.position
        from jsonb_to_recordset(${JSON.stringify(streams.map(({ streamId, position }) => ({ stream_id: streamId, position })))}::jsonb)
          moved (stream_id bigint, position bigint)
        where stream.stream_id = moved.stream_id`.execute(db)

type LineRow = {
  stream_id: number
  line: string
  position: number
  status: 'Waiting' | 'Parked'
  attempts: number
  first_failed_at: Date | null
  next_attempt_at: Date | null
  status_code: number | null
  error: DeliveryError | null
}

/** Adds the lines of a window that failed or are not complete, and those whose events the window skips. */
async function insertLines(db: Db, { endpointId, now, random, lines, tasks }: Results) {
  const rows = [
    ...lines.map((line) => waitingRow(line, now)),
    ...tasks.flatMap((task): LineRow[] => {
      const { stored, events, streamId, line } = task.work
      if (stored || task.isDone) return []
      if (task.failure) return [{ stream_id: streamId, line, ...failedRow(task, now, random) }]
      return [waitingRow({ streamId, line, position: events[task.delivered]!.Position }, now)]
    }),
  ]
  if (rows.length === 0) return
  await sql`insert into webhook_line (stream_id, endpoint_id, line, position, status, attempts, first_failed_at, next_attempt_at, status_code, error)
    select stream_id, ${endpointId}, line, position, status, attempts, first_failed_at, next_attempt_at, status_code, error
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) added (stream_id bigint, line text, position bigint, status text, attempts integer,
      first_failed_at timestamptz, next_attempt_at timestamptz, status_code integer, error text)
    on conflict (stream_id, line) do nothing`.execute(db)
}

const waitingRow = ({ streamId, line, position }: RecordedLine, now: Date): LineRow => ({
  stream_id: streamId,
  line,
  position,
  status: 'Waiting',
  attempts: 0,
  first_failed_at: null,
  next_attempt_at: now,
  status_code: null,
  error: null,
})

function failedRow(task: LineTask, now: Date, random: () => number): Omit<LineRow, 'stream_id' | 'line'> {
  const { event, attempt, attemptedAt, statusCode, error, retryAfterMs } = task.failure!
  const stored = task.work.stored
  const firstFailedAt = attempt > 1 && stored?.firstFailedAt ? new Date(stored.firstFailedAt) : attemptedAt
  const next = nextLineAttempt({ failures: attempt, retryAfterMs, now, random }, firstFailedAt)
  return {
    position: event.Position,
    status: next ? 'Waiting' : 'Parked',
    attempts: attempt,
    first_failed_at: firstFailedAt,
    next_attempt_at: next,
    status_code: statusCode,
    error,
  }
}

/** Updates stored lines that failed. A line that staff have resumed or dropped meanwhile stays as it is. */
async function updateFailedLines(db: Db, { now, random, tasks }: Results) {
  const rows = tasks.flatMap((task) => {
    const { stored, streamId, line } = task.work
    if (!stored || !task.failure) return []
    return [{ stream_id: streamId, line, expected: stored.position, ...failedRow(task, now, random) }]
  })
  if (rows.length === 0) return
  await sql`update webhook_line line set position = failed.position, status = failed.status, attempts = failed.attempts,
      first_failed_at = failed.first_failed_at, next_attempt_at = failed.next_attempt_at, status_code = failed.status_code, error = failed.error
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) failed (stream_id bigint, line text, expected bigint, position bigint, status text,
      attempts integer, first_failed_at timestamptz, next_attempt_at timestamptz, status_code integer, error text)
    where line.stream_id = failed.stream_id and line.line = failed.line and line.position = failed.expected`.execute(db)
}

/** Moves stored lines behind their delivered events, and deletes those without a further event that the stream has passed. */
async function releaseLines(db: Db, { now, tasks }: Results) {
  const rows = tasks.flatMap((task) => {
    const { stored, streamId, line, events } = task.work
    if (!stored || task.failure || (task.delivered === 0 && events.length > 0)) return []
    const through = task.delivered > 0 ? events[task.delivered - 1]!.Position : stored.position
    return [{ stream_id: streamId, line, expected: stored.position, through }]
  })
  if (rows.length === 0) return
  await sql`with released as materialized (
      select line.line_id, (select min(event.position) from event
        where event.line = line.line and event.position > released.through and event.position <= stream.position
          and (cardinality(endpoint.types) = 0 or event.type = any (endpoint.types))) as next
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) released (stream_id bigint, line text, expected bigint, through bigint)
      join webhook_line line on line.stream_id = released.stream_id and line.line = released.line and line.position = released.expected
      join webhook_stream stream on stream.stream_id = line.stream_id
      join webhook_endpoint endpoint on endpoint.endpoint_id = line.endpoint_id
      for update of line
    ),
    moved as (
      update webhook_line line set position = next, status = 'Waiting', attempts = 0, first_failed_at = null, next_attempt_at = ${now}, status_code = null, error = null
      from released where line.line_id = released.line_id and next is not null
    )
    delete from webhook_line line using released where line.line_id = released.line_id and next is null`.execute(db)
}

const endReplays = (db: Db, { endpointId, now }: Results) =>
  sql`update webhook_stream stream set status = 'Done', ended_at = ${now}
    where endpoint_id = ${endpointId} and status = 'Running' and position >= end_position
      and not exists (select from webhook_line line where line.stream_id = stream.stream_id)`.execute(db)

async function insertDeliveries(db: Db, endpointId: number, tasks: LineTask[]) {
  const rows = tasks.flatMap(({ work, attempts }) =>
    attempts.map(({ event, attempt, attemptedAt, webhookId, durationMs, statusCode, error }) => ({
      stream_id: work.isReplay ? work.streamId : null,
      position: event.Position,
      type: event.Type,
      webhook_id: webhookId,
      attempt,
      attempted_at: attemptedAt,
      duration_ms: durationMs,
      status_code: statusCode,
      error,
    })),
  )
  if (rows.length === 0) return
  await sql`insert into webhook_delivery (endpoint_id, stream_id, position, type, webhook_id, attempt, attempted_at, duration_ms, status_code, error)
    select ${endpointId}, stream_id, position, type, webhook_id, attempt, attempted_at, duration_ms, status_code, error
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) made (stream_id bigint, position bigint, type text, webhook_id text, attempt integer,
      attempted_at timestamptz, duration_ms integer, status_code integer, error text)
    order by attempted_at, position`.execute(db)
}

/** Makes all waiting lines of an endpoint due, because the endpoint has accepted a request again. */
export const retryAllLines = (db: Db, endpointId: number, now: Date) =>
  sql`update webhook_line set next_attempt_at = ${now}
    where endpoint_id = ${endpointId} and status = 'Waiting' and next_attempt_at > ${now}`.execute(db)

/** The lines of a window whose events it skips because an earlier event of the line waits. */
export function skippedLines({ streamId, events }: StreamWindow): RecordedLine[] {
  const first = new Map<string, number>()
  for (const { IsWaiting, Line, Position } of events) if (IsWaiting && !first.has(Line)) first.set(Line, Position)
  return [...first].map(([line, position]) => ({ streamId, line, position }))
}
