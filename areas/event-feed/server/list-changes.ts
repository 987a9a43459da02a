import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx, Db } from '#kit/server/ctx.ts'
import type { listCustomerChanges } from '../contract.ts'
import { refuseBoundAccount } from './bound-account.ts'
import type { KeyedRecord, RecordSource } from './change-records.ts'
import { type FeedHead, formatCursor, positionBeforeTime, positionOfCursor, readFeedHead } from './cursor.ts'

/** The maximum number of events that a call searches for records of its kind. */
const EVENTS_PER_CALL = 5_000

/**
 * A page of the list begins behind `position`, up to which the reader has all changes.
 * With a key and without `last`, the reader has all records up to the key, and reads the others before any event.
 * With a key and `last`, the reader has the records up to the key that events up to `last` name.
 */
type Progress = { position: number; last?: number; key?: string; isFirst?: true }

type Query = Pick<Input<typeof listCustomerChanges>, 'after' | 'UpdatedSince' | 'limit'>
type Page<Record, Key> = { Records: Record[]; Deleted: Key[]; Cursor: string; More: boolean }

/**
 * Returns the use case of one kind of records.
 * All records are read in the order of their keys; later calls return the records that the events after the first call name.
 */
export function listChangesOf<Record, Key extends string | number>(source: RecordSource<Record, Key>) {
  return async ({ db, actor }: Pick<Ctx, 'db' | 'actor'>, query: Query): Promise<Page<Record, Key>> => {
    refuseBoundAccount(actor)
    // The end of the feed is read before the records: an event that is published later has a later position.
    const head = await readFeedHead(db)
    const progress = await progressOf(db, head, query)
    return progress.isFirst || (progress.key !== undefined && progress.last === undefined)
      ? readAllRecords(db, source, head, progress, query.limit)
      : readChangedRecords(db, source, head, progress, query.limit)
  }
}

async function progressOf(db: Db, head: FeedHead, { after, UpdatedSince }: Query): Promise<Progress> {
  if (UpdatedSince !== undefined) return { position: await positionBeforeTime(db, head, UpdatedSince) }
  if (after === undefined) return { position: head.LastPosition, isFirst: true }
  const position = await positionOfCursor(db, head, after)
  const [, , , last, key] = after.split('_')
  return { position, ...(last && { last: Number(last) }), ...(key && { key }) }
}

async function readAllRecords<Record, Key extends string | number>(
  db: Db,
  source: RecordSource<Record, Key>,
  head: FeedHead,
  { position, key }: Progress,
  limit: number,
): Promise<Page<Record, Key>> {
  const rows = await source.readRows(db, { afterKey: key, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const isCut = rows.length > limit
  return {
    ...splitPage(source, page),
    Cursor: cursorAt(source, head, isCut ? { position, key: page.at(-1)!.key } : { position }),
    More: isCut || position < head.LastPosition,
  }
}

async function readChangedRecords<Record, Key extends string | number>(
  db: Db,
  source: RecordSource<Record, Key>,
  head: FeedHead,
  { position, last, key }: Progress,
  limit: number,
): Promise<Page<Record, Key>> {
  const end = last ?? Math.min(position + EVENTS_PER_CALL, head.LastPosition)
  const events = await readNamedIds(db, source, [position, end], last === undefined ? limit : undefined)
  const reached = last === undefined && events.length === limit ? events.at(-1)!.Position : end
  const ids = [...new Set(events.map(({ Id }) => Id))]
  const rows = ids.length === 0 ? [] : await source.readRows(db, { ids, afterKey: key, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const isCut = rows.length > limit
  const { Records, Deleted } = splitPage(source, page)
  const returnedIds = new Set(page.map((row) => row.key))
  const { toKey } = source
  return {
    Records,
    Deleted: [...Deleted, ...(toKey ? ids.filter((id) => !returnedIds.has(id)).map(toKey) : [])],
    Cursor: cursorAt(source, head, isCut ? { position, last: reached, key: page.at(-1)!.key } : { position: reached }),
    More: isCut || reached < head.LastPosition,
  }
}

/** Returns the ids in events behind the first position up to the second one, in the order of the events. */
async function readNamedIds(
  db: Db,
  { types, idOfEvent }: Pick<RecordSource<never, never>, 'types' | 'idOfEvent'>,
  [from, to]: readonly [number, number],
  limit: number | undefined,
) {
  const { rows } = await sql<{ Position: number; Id: string }>`
    select position, ${idOfEvent} as id from event
    where position > ${from} and position <= ${to} and type = any (${types}::text[])
    order by position ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows
}

function splitPage<Record, Key extends string | number>(
  { toKey }: Pick<RecordSource<Record, Key>, 'toKey'>,
  page: readonly KeyedRecord<Record>[],
) {
  return {
    Records: page.flatMap(({ record }) => record ?? []) as Record[],
    Deleted: toKey ? page.flatMap(({ key, record }) => (record === undefined ? [toKey(key)] : [])) : [],
  }
}

function cursorAt(
  { kind }: Pick<RecordSource<never, never>, 'kind'>,
  head: FeedHead,
  { position, last, key }: Progress,
): string {
  const cursor = `${formatCursor(head, position)}_${kind}`
  return key === undefined ? cursor : `${cursor}_${last ?? ''}_${key}`
}
