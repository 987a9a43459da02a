import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ANNOUNCEMENT_CHANNEL } from './announcements.ts'
import type { Db, OutgoingMail } from './ctx.ts'

/**
 * Inserts a message into the outbox in the caller's transaction, and returns the message id.
 * The message is sent only if the transaction commits, and not before the time `due`.
 */
export async function queueMail(db: Db, mail: OutgoingMail, now: Date, due = now) {
  const { To, Subject, Body, Html = null, Channel = 'Email', Marketing, Attachment } = mail
  const id = randomUUID()
  await sql`
    with message as (
      insert into outbox_message (message_id, channel, recipient, subject, body, html, unsubscribe_url, send_from, send_until, created_at, next_try_at,
        attachment_name, attachment_type, attachment_key)
      values (${id}, ${Channel}, ${To}, ${Subject}, ${Body}, ${Html}, ${Marketing?.unsubscribeUrl ?? null}, ${Marketing?.from ?? null},
        ${Marketing?.until ?? null}, ${now}, ${due}, ${Attachment?.Name ?? null}, ${Attachment?.Type ?? null}, ${Attachment?.Key ?? null})
      returning message_id)
    select pg_notify(${ANNOUNCEMENT_CHANNEL}, 'outbox:' || message_id) from message`.execute(db)
  return id
}

/** Queues a failed message again. Resolves to false if the outbox has no such failed message. */
export async function requeueMail(db: Db, id: string, now: Date) {
  const { rows } = await sql`
    with message as (
      update outbox_message set status = 'Queued', attempts = 0, next_try_at = ${now}, error = null
      where message_id = ${id} and status = 'Failed' returning message_id)
    select pg_notify(${ANNOUNCEMENT_CHANNEL}, 'outbox:' || message_id) from message`.execute(db)
  return rows.length > 0
}
