import { sql } from 'kysely'
import type { Db } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'

/** The end of the feed. A position is valid only within one epoch, which a restore of a backup ends. */
export type FeedHead = { Epoch: string; LastPosition: number }

export const formatCursor = ({ Epoch }: Pick<FeedHead, 'Epoch'>, position: number) => `${Epoch}_${position}`

export async function readFeedHead(db: Db): Promise<FeedHead> {
  const { rows } = await sql<FeedHead>`select epoch::text, last_position from event_head`.execute(db)
  return rows[0]!
}

export const parseCursor = (cursor: string) => {
  const [epoch, position] = cursor.split('_') as [string, string]
  return { epoch, position: Number(position) }
}

/** Returns the position of a cursor. Throws if the feed does not continue at the cursor. */
export async function positionOfCursor(db: Db, reading: FeedHead | Promise<FeedHead>, cursor: string): Promise<number> {
  const { epoch, position } = parseCursor(cursor)
  const [head, { rows }] = await Promise.all([
    reading,
    sql`select from event where position = ${position + 1}`.execute(db),
  ])
  if (epoch !== head.Epoch || position > head.LastPosition) throw refusals.cursorUnknown()
  // The event after the cursor must still be stored, unless the cursor is at the end of the feed.
  if (position < head.LastPosition && rows.length === 0) throw refusals.cursorUnknown()
  return position
}

/** Events are searched from this many seconds before a requested time, because clocks of processes and of readers differ. */
const CLOCK_TOLERANCE_SECONDS = 60

/**
 * Returns the position before the first event that was published at or after a time.
 * An event is published after its commit, so every change that was committed at or after the time follows the position.
 * Throws if events of that time may be deleted.
 */
export async function positionBeforeTime(db: Db, head: FeedHead, time: string): Promise<number> {
  const start = sql`${time}::timestamptz - make_interval(secs => ${CLOCK_TOLERANCE_SECONDS})`
  const { rows } = await sql<{ First: number | null; CompleteYN: 'Y' | 'N' }>`
    select (select position from event where published_at >= ${start} order by published_at, position limit 1) as first,
      case when exists (select from event where published_at < ${start}) then 'Y' else 'N' end as complete_yn`.execute(
    db,
  )
  const { First, CompleteYN } = rows[0]!
  if (CompleteYN === 'N') throw refusals.cursorUnknown()
  return First === null ? head.LastPosition : First - 1
}
