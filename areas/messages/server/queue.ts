import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { queueMail } from '#kit/server/outbox.ts'
import type { Blocked, ContactResult, ContactType, MessageEvent, Purpose, Rendered } from '../contract.ts'
import { type Person, type Sending, settingsOf } from './render.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

// THE ONE WAY BY WHICH CUSTOMERS ARE WRITTEN TO. Whether they may be is judged here, whatever asked for it.

export type Letter = {
  person: Person
  MembershipNo: string | null
  TemplateId: number
  TemplateVersion: number
  ContactType: ContactType
  Purpose: Purpose
  Event: MessageEvent | null
  ReferenceCode: string | null
  rendered: Rendered
  CreatedById: number | null
  OutletCode: string | null
}

const fieldOf = (ContactType: ContactType) => (ContactType === 'Email' ? 'Email' : 'ContactNo')

export const recipientOf = (person: Person, ContactType: ContactType) => person[fieldOf(ContactType)]

type Consents = { Service: string | null; Channel: string | null; Recent: number }

/** The latest word for each channel, and the marketing of the last days; marketing to one customer is judged one after the other. */
async function consentsOf(
  { db, now }: Sending,
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

/** Whether the customer agrees to this kind of message, by their latest words; anyone who takes them back meanwhile waits. */
export async function isWanted(
  sending: Sending,
  { CustomerId, ContactType, Purpose }: { CustomerId: number } & Pick<Letter, 'ContactType' | 'Purpose'>,
) {
  const { Service, Channel } = await consentsOf(sending, CustomerId, ContactType, 0, true)
  return agreed({ Service, Channel }, Purpose)
}

/** Anyone who takes back all consent hears nothing more; marketing needs a consent of its own. */
const agreed = ({ Service, Channel }: Omit<Consents, 'Recent'>, Purpose: Purpose) =>
  Service !== 'N' && (Purpose !== 'Marketing' || Channel === 'Y')

/** Why this message may not be sent; null: it may. With `lock` the answer holds until the end of the transaction. */
export async function blockedBy(
  sending: Sending,
  { person, ContactType, Purpose, rendered }: Pick<Letter, 'person' | 'ContactType' | 'Purpose' | 'rendered'>,
  lock = false,
): Promise<Blocked | null> {
  if (person.Status !== 'Active') return 'Not Active'
  if (!recipientOf(person, ContactType)) return 'No address'
  // The text may hold a name that a stranger typed together with the address.
  if (person.Unproved.includes(fieldOf(ContactType))) return 'Not proved'
  const marketing = Purpose === 'Marketing'
  const { 'messages.capMessages': cap, 'messages.capDays': days } = await settingsOf(sending)
  const { Service, Channel, Recent } = await consentsOf(
    sending,
    person.CustomerId,
    ContactType,
    days,
    lock && marketing,
  )
  if (!agreed({ Service, Channel }, Purpose)) return 'No consent'
  if (marketing && Recent >= cap) return 'Frequency cap'
  return rendered.Missing.length > 0 ? 'Missing values' : null
}

/** What the contact log calls a message that was held back. */
const heldBack = (blocked: Blocked, { Missing }: Rendered): Outcome =>
  blocked === 'No consent'
    ? { result: 'Opted out', reason: blocked }
    : { result: 'Failed', reason: blocked === 'Missing values' ? `${blocked}: ${Missing.join(', ')}` : blocked }

/** Notes in the contact log that a message was held back, and why. */
export async function noteHeldBack(sending: Sending, letter: Letter, blocked: Blocked): Promise<string> {
  const MessageId = randomUUID()
  await insertContact(sending, MessageId, letter, heldBack(blocked, letter.rendered))
  return MessageId
}

/** Puts a message that may be sent into the outbox and the contact log, in the caller's transaction. */
export async function queueLetter(sending: Sending, letter: Letter): Promise<{ MessageId: string; Waits: boolean }> {
  const { db, now, timeZone, services } = sending
  const { person, ContactType, Purpose, rendered } = letter
  const marketing = Purpose === 'Marketing'
  const { 'messages.sendFrom': from, 'messages.sendUntil': until } = await settingsOf(sending)
  const due = marketing ? nextOpening(now, timeZone, from, until) : now
  const MessageId = await queueMail(
    db,
    {
      To: recipientOf(person, ContactType)!,
      Channel: ContactType,
      Subject: rendered.Subject ?? '',
      Body: rendered.Text,
      Html: rendered.Html,
      Marketing: marketing
        ? { unsubscribeUrl: unsubscribeUrl(services, person.CustomerId, ContactType), from, until }
        : null,
    },
    now,
    due,
  )
  await insertContact(sending, MessageId, letter, { result: 'Queued', reason: null })
  return { MessageId, Waits: due > now }
}

type Outcome = { result: ContactResult; reason: string | null }

async function insertContact({ db, now }: Sending, MessageId: string, letter: Letter, { result, reason }: Outcome) {
  const { person, rendered, MembershipNo, ...rest } = letter
  const { TemplateId, TemplateVersion, ContactType, Purpose, Event, ReferenceCode, CreatedById, OutletCode } = rest
  await db
    .insertInto('ContactLog')
    .values({
      MessageId,
      CreatedAt: now,
      CustomerId: person.CustomerId,
      MembershipNo: MembershipNo ?? person.MembershipNo,
      ContactType,
      Purpose,
      Recipient: recipientOf(person, ContactType),
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

const wallClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (at: Date) => format.format(at)
}

export const isOpen = (time: string, from: string, until: string) =>
  from <= until ? time >= from && time < until : time >= from || time < until

/** Whether it is an hour in which customers may be written to who are not expecting it. */
export async function mayWriteNow({ now, timeZone, ...sending }: Pick<Sending, 'own' | 'db' | 'now' | 'timeZone'>) {
  const { 'messages.sendFrom': from, 'messages.sendUntil': until } = await settingsOf(sending)
  return from === until || isOpen(wallClock(timeZone)(now), from, until)
}

const MINUTE = 60_000

/** Now, or the next moment at which the hours begin. Walked by the clock on the wall, so that a change of time zone rules is followed. */
export function nextOpening(now: Date, timeZone: string, from: string, until: string): Date {
  const clock = wallClock(timeZone)
  if (from === until || isOpen(clock(now), from, until)) return now
  const minute = Math.ceil(now.getTime() / MINUTE) * MINUTE
  for (let ahead = 0; ahead <= 25 * 60; ahead++) {
    const at = new Date(minute + ahead * MINUTE)
    if (isOpen(clock(at), from, until)) return at
  }
  return now
}
