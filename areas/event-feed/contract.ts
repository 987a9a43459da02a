import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { type EventType, eventTypes, FeedEvent } from './contract/event-types.ts'

// THE EVENT FEED: other systems read what happened, in order and without gaps, and begin with a snapshot.

export * from './contract/changes.ts'
export { eventData, eventSchemas, eventSummaries, eventTypes } from './contract/event-types.ts'

export const refusals = {
  cursorUnknown: refusal(
    409,
    'event-feed.cursor_unknown',
    'The feed does not continue at this cursor: the database was restored or the events are deleted. Start with a snapshot',
  ),
  boundAccount: refusal(
    403,
    'event-feed.bound_account',
    'This account is bound to outlets, and the feed covers all outlets. Use an account without outlets',
  ),
}

/** The longest time in seconds that a call waits for the next event. */
export const WAIT_MAX_SECONDS = 25

const Cursor = z.string().regex(/^[\da-f-]{36}_\d{1,18}$/, 'Use a cursor from a reply')

const access = { system: 'events:read' } as const

export const listEvents = read({
  method: 'GET',
  path: '/events',
  access,
  scope: unnamedRows('HQ'),
  about: [],
  summary: 'Returns the events after a cursor, and waits for the next event if there is none',
  body: z.strictObject({
    /** The cursor after which to continue; without a cursor, the oldest stored event comes first. */
    after: Cursor.optional(),
    /** The wanted types, separated by commas; all types without this field. */
    types: z
      .string()
      .max(1_000)
      .transform((value) => value.split(','))
      .pipe(z.array(z.enum(eventTypes)))
      .optional(),
    /** The maximum number of events. */
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    /** The seconds to wait if there is no event yet. */
    wait: z.coerce.number().int().min(0).max(WAIT_MAX_SECONDS).default(0),
  }),
  reply: z.strictObject({
    Events: z.array(FeedEvent),
    /** The cursor for the next call, also if no event has a wanted type. */
    Cursor: z.string(),
  }),
})

export const snapshotKinds = ['members', 'balances', 'vouchers', 'rewards', 'customers'] as const
export type SnapshotKind = (typeof snapshotKinds)[number]

export const readSnapshot = read({
  method: 'GET',
  path: '/snapshots/:Kind',
  access,
  scope: unnamedRows('HQ'),
  about: [],
  summary: 'Streams all records of a kind as they are now, one JSON object per line',
  body: z.strictObject({ Kind: z.enum(snapshotKinds) }),
  reply: z.unknown(),
  file: { gives: ['application/x-ndjson'] },
})

export type { EventType, FeedEvent }
