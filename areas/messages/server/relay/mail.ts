import { createTransport } from 'nodemailer'
import type { Clock } from '#kit/server/clock.ts'
import type { Database } from '#kit/server/database.ts'
import type { Storages } from '#kit/server/storage.ts'
import { startWoken } from '#kit/server/woken.ts'
import { NeverTaken, type SmsGateway, sendSms } from './sms.ts'

type Options = {
  database: Database
  clock: Clock
  smtpUrl: string | undefined
  from: string
  sms?: SmsGateway | undefined
  /** Where the files lie that go along with messages. */
  storage?: Storages
  timeZone?: string
  /** Without a mail server a demo's messages count as sent: its inbox shows them. */
  demo: boolean
  /** Which of these messages may not go to their recipient any more, and why: asked right before they are sent. */
  withheld?: Withheld
  warn?: (error: unknown, text: string) => void
}

type Withheld = (messageIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

const EVERY_MS = 3_000
const BATCH = 20
const ATTEMPTS_MOST = 20
const SMTP_TIMEOUT_MS = 10_000

/**
 * Sends what the outbox holds, at least once and with the same Message-ID each time. Taking a message sets the moment
 * of its next try, so that one taken by a process that died is tried again, and any number of processes may send.
 */
export function startMailRelay(options: Options) {
  const send = sender(options)
  if (!send) return { wake() {}, async stop() {} }
  const relay = startWoken({
    everyMs: EVERY_MS,
    async work(isStopped) {
      while (!isStopped() && (await sendBatch(options, send)) === BATCH);
    },
    warn: (error) => options.warn?.(error, 'Messages could not be sent'),
  })
  return {
    wake: relay.wake,
    async stop() {
      await relay.stop()
      send.close()
    },
  }
}

type Message = {
  message_id: string
  channel: 'Email' | 'SMS'
  recipient: string
  subject: string
  body: string
  html: string | null
  unsubscribe_url: string | null
  attachment_name: string | null
  attachment_type: string | null
  attachment_key: string | null
  attempts: number
}

/** Hands a message over; answers what the other side calls it, if it says so. */
type Deliver = (message: Message) => Promise<string | null>
type Sender = { channels: Partial<Record<Message['channel'], Deliver>>; close: () => void }

/** What can be sent here: nothing without a server for it, but in the demo, where it counts as sent. */
function sender(options: Options): Sender | undefined {
  const { sms, demo } = options
  const pretend: Deliver | undefined = demo ? async () => null : undefined
  const mail = mailer(options)
  const Email = mail?.deliver ?? pretend
  const SMS = sms ? (message: Message) => sendSms(sms, message) : pretend
  if (!Email && !SMS) return undefined
  return { channels: { ...(Email && { Email }), ...(SMS && { SMS }) }, close: () => mail?.close() }
}

function mailer({ smtpUrl, from, storage }: Options): { deliver: Deliver; close: () => void } | undefined {
  if (smtpUrl === undefined) return undefined
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // A message is text of our own: nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'carat.example'
  const deliver: Deliver = async (message) => {
    const { message_id, recipient, subject, body, html, unsubscribe_url } = message
    const attachments = await attachmentsOf(message, storage)
    const sent = transport.sendMail({
      from,
      // An object, so that a comma in it is no second recipient.
      to: { name: '', address: recipient },
      subject: subject.replace(/[\r\n]+/g, ' '),
      text: body,
      ...(html !== null && { html }),
      ...(attachments && { attachments }),
      messageId: `<${message_id}@${domain}>`,
      // One click in the reader's mail program ends such messages (RFC 8058).
      ...(unsubscribe_url !== null && {
        headers: {
          'List-Unsubscribe': `<${unsubscribe_url}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    })
    await sent.catch((error: Error & { command?: string; responseCode?: number }) => {
      // There is no such mailbox: the next try would hear the same. What a policy refuses (5.7), a policy may allow again.
      const noMailbox = [550, 551, 553].includes(error.responseCode ?? 0) && !/\b5\.7\.\d/.test(error.message)
      const forEver = error.command === 'RCPT TO' && noMailbox
      throw forEver ? new NeverTaken(error.message) : error
    })
    return null
  }
  return { deliver, close: () => transport.close() }
}

/** The file that goes along. One that was thrown away in the meantime will not be there at the next try either. */
async function attachmentsOf({ attachment_key: key, attachment_name, attachment_type }: Message, storage?: Storages) {
  if (key === null) return undefined
  const file = await storage?.('exports').get(key)
  if (!file) throw new NeverTaken('The file that belongs to the message is gone')
  return [{ filename: attachment_name!, contentType: attachment_type!, content: file.content }]
}

const address = /[^\s<>"']+@[^\s<>"']+|\+?\d{6,}/g

type Outcome = { message_id: string; error: string | null; over: boolean; provider_id: string | null }

async function sendBatch(options: Options, { channels }: Sender) {
  const { database, clock, timeZone = 'UTC', withheld, warn } = options
  const { pool } = database
  const { rows } = await pool.query<Message>(takeBatch, [clock(), BATCH, Object.keys(channels), timeZone])
  const kept = rows.length > 0 ? await withheld?.(rows.map(({ message_id }) => message_id)) : undefined
  const outcomes = await Promise.all(
    rows.map(async (message): Promise<Outcome> => {
      const { message_id } = message
      const why = kept?.get(message_id)
      if (why !== undefined) return { message_id, error: why, over: true, provider_id: null }
      try {
        return { message_id, error: null, over: false, provider_id: await channels[message.channel]!(message) }
      } catch (error) {
        const text = (error as Error).message.slice(0, 300)
        // The other side repeats to whom it was; that stands in the outbox and belongs into no log.
        warn?.(new Error(text.replace(address, '…')), 'A message could not be sent')
        return { message_id, error: text, over: error instanceof NeverTaken, provider_id: null }
      }
    }),
  )
  // Should this fail, the messages are sent once more under their numbers: rather twice than never.
  if (rows.length > 0) await pool.query(noteOutcomes, [JSON.stringify(outcomes), clock(), ATTEMPTS_MOST])
  return rows.length
}

const noteOutcomes = `
  update outbox_message m set error = o.error, provider_id = coalesce(o.provider_id, m.provider_id),
    sent_at = case when o.error is null then $2::timestamptz end,
    status = case when o.error is null then 'Sent' when o.over or m.attempts >= $3 then 'Failed' else m.status end
  from jsonb_to_recordset($1) as o (message_id uuid, error text, over boolean, provider_id text)
  where m.message_id = o.message_id`

// What may be sent at some hours of the day only, waits for them, also with its next try.
const takeBatch = `
  update outbox_message set attempts = attempts + 1,
    next_try_at = $1::timestamptz + least(interval '30 minutes', interval '10 seconds' * power(2, attempts))
  where message_id in (
    select message_id from outbox_message
    where status = 'Queued' and next_try_at <= $1 and channel = any($3::text[])
      and (send_from is null or send_from = send_until
        or (send_from < send_until) = (to_char($1::timestamptz at time zone $4, 'HH24:MI') >= least(send_from, send_until)
          and to_char($1::timestamptz at time zone $4, 'HH24:MI') < greatest(send_from, send_until)))
    order by next_try_at limit $2 for update skip locked)
  returning message_id, channel, recipient, subject, body, html, unsubscribe_url, attachment_name, attachment_type, attachment_key, attempts`
