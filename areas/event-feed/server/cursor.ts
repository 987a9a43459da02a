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

/** Returns the position of a cursor. Throws if the feed does not continue at the cursor. */
export async function positionOfCursor(db: Db, head: FeedHead, cursor: string): Promise<number> {
  const [epoch, text] = cursor.split('_') as [string, string]
  const position = Number(text)
  if (epoch !== head.Epoch || position > head.LastPosition) throw refusals.cursorUnknown()
  // The event after the cursor must still be stored, unless the cursor is at the end of the feed.
  const { rows } = await sql`select from event where position = ${position + 1}`.execute(db)
  if (position < head.LastPosition && rows.length === 0) throw refusals.cursorUnknown()
  return position
}
