import type { ClientBase } from 'pg'

// The API of the event feed for the programs and for later areas.

export { type FeedHead, readFeedHead } from './cursor.ts'
export { type StoredEvent, toFeedEvent } from './list-events.ts'

/** Ends the validity of all cursors after a restore, because consumers have read events that the backup does not have. */
export const startNewEpoch = (client: ClientBase) => client.query('update event_head set epoch = gen_random_uuid()')
