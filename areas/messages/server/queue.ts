import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { queueMail } from '#kit/server/outbox.ts'
import type { BlockingReason, ContactResult, ContactType, MessageEvent, Purpose, RenderedText } from '../contract.ts'
import { type MessageContext, type MessageRecipient, readLoadedSettings } from './render.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

// Every message to a customer passes the checks in this file, which is the only way to send messages.

export type OutgoingMessage = {
  person: MessageRecipient
  MembershipNo: string | null
  TemplateId: number
  TemplateVersion: number
  ContactType: ContactType
  Purpose: Purpose
  Event: MessageEvent | null
  ReferenceCode: string | null
  rendered: RenderedText
  CreatedById: number | null
  OutletCode: string | null
}

const addressFieldOf = (ContactType: ContactType) => (ContactType === 'Email' ? 'Email' : 'ContactNo')

export const addressOfRecipient = (person: MessageRecipient, ContactType: ContactType) =>
  person[addressFieldOf(ContactType)]

type Consents = { Service: string | null; Channel: string | null; Recent: number }

/**
 * Reads the latest consent per channel and the number of recent marketing messages.
 * The lock makes marketing messages to one customer run one after another.
 */
async function findConsents(
  { db, now }: MessageContext,
  CustomerId: number,
  ContactType: ContactType,
  days: number,
  lock: boolean,
) {
  if (lock) await sql`select from customer where customer_id = ${CustomerId} for no key update`.execute(db)
  const latest = (channel: string) => sql`(select granted_yn from customer_consent
    where customer_id = ${CustomerId} and channel = ${channel} order by recorded_at desc, consent_id desc limit 1)`
  const { rows } = await sql<Consents>`
    select ${latest('Service')} as service, ${latest(ContactType)} as channel, (
      select count(*) from contact_log where customer_id in (select customer_id from customer where customer_id = ${CustomerId} or merged_into_customer_id = ${CustomerId})
        and purpose = 'Marketing' and result in ('Queued', 'Sent', 'Delivered', 'Bounced')
        and created_at > ${now}::timestamptz - make_interval(days => ${days}::int)) as recent`.execute(db)
  return rows[0]!
}

/** True if the customer's latest consents allow the message. Locks them until the end of the transaction. */
export async function hasConsent(
  ctx: MessageContext,
  { CustomerId, ContactType, Purpose }: { CustomerId: number } & Pick<OutgoingMessage, 'ContactType' | 'Purpose'>,
) {
  const { Service, Channel } = await findConsents(ctx, CustomerId, ContactType, 0, true)
  return isAllowed({ Service, Channel }, Purpose)
}

/** A withdrawn service consent stops all messages. A marketing message needs the consent for its channel. */
const isAllowed = ({ Service, Channel }: Omit<Consents, 'Recent'>, Purpose: Purpose) =>
  Service !== 'N' && (Purpose !== 'Marketing' || Channel === 'Y')

/** Returns the reason why a message must not be sent, or null. With `lock` it remains true until the transaction ends. */
export async function findBlockingReason(
  ctx: MessageContext,
  { person, ContactType, Purpose, rendered }: Pick<OutgoingMessage, 'person' | 'ContactType' | 'Purpose' | 'rendered'>,
  lock = false,
): Promise<BlockingReason | null> {
  if (person.Status !== 'Active') return 'Not Active'
  if (!addressOfRecipient(person, ContactType)) return 'No address'
  // A message to an unproved address is not sent, because its name may be false and the text would repeat the name.
  if (person.Unproved.includes(addressFieldOf(ContactType))) return 'Not proved'
  const isMarketing = Purpose === 'Marketing'
  const { 'messages.capMessages': cap, 'messages.capDays': days } = await readLoadedSettings(ctx)
  const { Service, Channel, Recent } = await findConsents(
    ctx,
    person.CustomerId,
    ContactType,
    days,
    lock && isMarketing,
  )
  if (!isAllowed({ Service, Channel }, Purpose)) return 'No consent'
  if (isMarketing && Recent >= cap) return 'Frequency cap'
  return rendered.Missing.length > 0 ? 'Missing values' : null
}

/** The result and the reason of a suppressed message in the contact log. */
const suppressedOutcome = (blocked: BlockingReason, { Missing }: RenderedText): Outcome =>
  blocked === 'No consent'
    ? { result: 'Opted out', reason: blocked }
    : { result: 'Failed', reason: blocked === 'Missing values' ? `${blocked}: ${Missing.join(', ')}` : blocked }

/** Adds a suppressed message to the contact log, with the reason of its suppression. */
export async function logSuppressedMessage(
  ctx: MessageContext,
  message: OutgoingMessage,
  blocked: BlockingReason,
): Promise<string> {
  const MessageId = randomUUID()
  await insertContact(ctx, MessageId, message, suppressedOutcome(blocked, message.rendered))
  return MessageId
}

/** Adds a permitted message to the outbox and to the contact log, in the caller's transaction. */
export async function enqueueMessage(
  ctx: MessageContext,
  message: OutgoingMessage,
): Promise<{ MessageId: string; Waits: boolean }> {
  const { db, now, timeZone, services } = ctx
  const { person, ContactType, Purpose, rendered } = message
  const isMarketing = Purpose === 'Marketing'
  const { 'messages.sendFrom': from, 'messages.sendUntil': until } = await readLoadedSettings(ctx)
  const due = isMarketing ? nextSendTime(now, timeZone, from, until) : now
  const MessageId = await queueMail(
    db,
    {
      To: addressOfRecipient(person, ContactType)!,
      Channel: ContactType,
      Subject: rendered.Subject ?? '',
      Body: rendered.Text,
      Html: rendered.Html,
      Marketing: isMarketing
        ? { unsubscribeUrl: unsubscribeUrl(services, person.CustomerId, ContactType), from, until }
        : null,
    },
    now,
    due,
  )
  await insertContact(ctx, MessageId, message, { result: 'Queued', reason: null })
  return { MessageId, Waits: due > now }
}

type Outcome = { result: ContactResult; reason: string | null }

async function insertContact(
  { db, now }: MessageContext,
  MessageId: string,
  message: OutgoingMessage,
  { result, reason }: Outcome,
) {
  const { person, rendered, MembershipNo, ...fields } = message
  const { TemplateId, TemplateVersion, ContactType, Purpose, Event, ReferenceCode, CreatedById, OutletCode } = fields
  await db
    .insertInto('ContactLog')
    .values({
      MessageId,
      CreatedAt: now,
      CustomerId: person.CustomerId,
      MembershipNo: MembershipNo ?? person.MembershipNo,
      ContactType,
      Purpose,
      Recipient: addressOfRecipient(person, ContactType),
      TemplateId,
      TemplateVersion,
      Event,
      ReferenceCode,
      Language: rendered.Language,
      Subject: rendered.Subject,
      Html: rendered.Html,
      Text: rendered.Text,
      Result: result,
      Reason: reason,
      ResultAt: result === 'Queued' ? null : now,
      CreatedById,
      OutletCode: OutletCode ?? person.OutletCode,
    })
    .execute()
}

const localTime = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (at: Date) => format.format(at)
}

export const isTimeWithinHours = (time: string, from: string, until: string) =>
  from <= until ? time >= from && time < until : time >= from || time < until

/** True during the hours in which marketing messages may be sent. */
export async function isWithinMarketingHours({
  now,
  timeZone,
  ...ctx
}: Pick<MessageContext, 'loadedSettings' | 'db' | 'now' | 'timeZone'>) {
  const { 'messages.sendFrom': from, 'messages.sendUntil': until } = await readLoadedSettings(ctx)
  return from === until || isTimeWithinHours(localTime(timeZone)(now), from, until)
}

const MINUTE = 60_000

/** Returns now, or the next start of the message hours, by local time so that changes of the UTC offset are respected. */
export function nextSendTime(now: Date, timeZone: string, from: string, until: string): Date {
  const clock = localTime(timeZone)
  if (from === until || isTimeWithinHours(clock(now), from, until)) return now
  const minute = Math.ceil(now.getTime() / MINUTE) * MINUTE
  for (let ahead = 0; ahead <= 25 * 60; ahead++) {
    const at = new Date(minute + ahead * MINUTE)
    if (isTimeWithinHours(clock(at), from, until)) return at
  }
  return now
}
