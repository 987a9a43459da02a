import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import type { EventType, listEvents as endpoint, FeedEvent } from '../contract.ts'
import { refuseBoundAccount } from './bound-account.ts'
import { type FeedHead, formatCursor, parseCursor, positionOfCursor, readFeedHead } from './cursor.ts'
import { noteReader } from './note-reader.ts'
import { nextPublication } from './publication.ts'

const POLL_MS = 250

export type StoredEvent = {
  Position: number
  Type: EventType
  MembershipNo: string | null
  MemberSequence: number | null
  CustomerId: number | null
  Data: FeedEvent['Data']
  OccurredAt: string
}

/** Returns events after a cursor. Waits without a database connection until there is one, or the time is over. */
export async function listEvents(
  { step, services }: MultiTransaction,
  { wait, ...query }: Input<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const end = performance.now() + wait * 1_000
  for (let isFirst = true; ; isFirst = false) {
    const { userId, now, start, page } = await step(async (ctx) => {
      refuseBoundAccount(ctx.actor)
      return { userId: ctx.actor.userId, now: ctx.now, ...(await readEvents(ctx, query)) }
    })
    // The lag of a program is only shown to staff, so a failure to store it must not fail the call.
    if (isFirst && userId !== null) await noteReader(services, userId, start, now).catch(() => {})
    const left = end - performance.now()
    if (page.Events.length > 0 || left <= 0) return page
    await nextPublication(Math.min(left, POLL_MS))
  }
}

async function readEvents(
  { db }: Pick<Ctx, 'db'>,
  { after, types, limit }: Pick<Input<typeof endpoint>, 'after' | 'types' | 'limit'>,
): Promise<{ start: number; page: Reply<typeof endpoint> }> {
  // The three statements are sent together, because each round trip of a busy server delays the events.
  const reading = readFeedHead(db)
  const [head, oldest, stored] = await Promise.all([
    reading,
    after === undefined ? positionBeforeOldest(db) : positionOfCursor(db, reading, after),
    eventsAfter(db, after === undefined ? 0 : parseCursor(after).position, types, limit),
  ])
  const start = oldest ?? head.LastPosition
  const Events = stored.map((event) => toFeedEvent(head, event))
  // A page that is not full has reached the end of the feed, so the next call need not read unwanted types again.
  // Events published since the head was read can be on the page, so the cursor never moves back behind them.
  const last = stored.at(-1)?.Position ?? 0
  const reached = stored.length < limit ? Math.max(head.LastPosition, last) : last
  return { start, page: { Events, Cursor: formatCursor(head, reached) } }
}

/** Returns an event as consumers receive it. */
export const toFeedEvent = (head: Pick<FeedHead, 'Epoch'>, { Position, ...event }: StoredEvent): FeedEvent => ({
  ...event,
  Cursor: formatCursor(head, Position),
  Version: 1,
})

async function positionBeforeOldest(db: Db) {
  const { rows } = await sql<{ Oldest: number | null }>`select min(position) - 1 as oldest from event`.execute(db)
  return rows[0]?.Oldest ?? undefined
}

async function eventsAfter(db: Db, position: number, types: readonly EventType[] | undefined, limit: number) {
  const { rows } = await sql<StoredEvent>`
    select position, type, membership_no, member_sequence, customer_id, data, occurred_at from event
    where position > ${position} ${types ? sql`and type = any (${types})` : sql``}
    order by position limit ${limit}`.execute(db)
  return rows
}
