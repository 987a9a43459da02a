import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CHANNEL } from './announcements.ts'
import type { Db, Mail } from './ctx.ts'

/** Puts a message into the outbox, in the caller's transaction: it is sent once that is committed, never before. */
export async function queueMail(db: Db, { To, Subject, Body, Channel = 'Email' }: Mail, now: Date) {
  await sql`
    with message as (
      insert into outbox_message (message_id, channel, recipient, subject, body, created_at, next_try_at)
      values (${randomUUID()}, ${Channel}, ${To}, ${Subject}, ${Body}, ${now}, ${now})
      returning message_id)
    select pg_notify(${CHANNEL}, 'outbox:' || message_id) from message`.execute(db)
}
