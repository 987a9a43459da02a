import { createTransport } from 'nodemailer'
import type { Clock } from '#kit/server/clock.ts'
import type { Database } from '#kit/server/database.ts'
import type { FileStorageFactory } from '#kit/server/storage.ts'
import { traceWork } from '#kit/server/tracing.ts'
import { startWakeableLoop } from '#kit/server/wakeable-loop.ts'
import { PermanentSmsError, type SmsGateway, sendSmsThroughGateway } from './sms.ts'

type Options = {
  database: Database
  clock: Clock
  smtpUrl: string | undefined
  from: string
  sms?: SmsGateway | undefined
  /** The storage of the messages' attachments. */
  storage?: FileStorageFactory
  timeZone?: string
  /** In the demo without a mail server messages count as sent; its inbox shows them. */
  demo: boolean
  /** Finds messages that must no longer be sent, with the reasons. Called right before sending. */
  withheld?: FindSuppressed
  warn?: (error: unknown, text: string) => void
}

type FindSuppressed = (messageIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

const EVERY_MS = 3_000
const BATCH = 20
const ATTEMPTS_MOST = 20
const SMTP_TIMEOUT_MS = 10_000

/**
 * Sends each message of the outbox at least once, always with the same Message-ID.
 * Claiming a message sets the time of its retry, so another process retries the message if the claiming process dies.
 * Several processes can send messages of the outbox at the same time.
 */
export function startMailRelay(options: Options) {
  const send = sender(options)
  if (!send) return { wake() {}, async stop() {} }
  const relay = startWakeableLoop({
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

/** Sends a message of one channel. Returns the provider's id, if the provider assigns one. */
type Deliver = (message: Message) => Promise<string | null>
type Sender = { channels: Partial<Record<Message['channel'], Deliver>>; close: () => void }

/** Returns the sender of each configured channel; in the demo, of all channels. */
function sender(options: Options): Sender | undefined {
  const { sms, demo } = options
  const simulate: Deliver | undefined = demo ? async () => null : undefined
  const mail = mailer(options)
  const Email = mail?.deliver ?? simulate
  const SMS = sms ? (message: Message) => sendSmsThroughGateway(sms, message) : simulate
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
    // File and URL access is disabled, because a value of a customer must not name a file or address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'carat.example'
  const deliver: Deliver = async (message) => {
    const { message_id, recipient, subject, body, html, unsubscribe_url } = message
    const attachments = await attachmentsOf(message, storage)
    const sent = transport.sendMail({
      from,
      // The recipient is an object, so that a comma in the address adds no recipient.
      to: { name: '', address: recipient },
      subject: subject.replace(/[\r\n]+/g, ' '),
      text: body,
      ...(html !== null && { html }),
      ...(attachments && { attachments }),
      messageId: `<${message_id}@${domain}>`,
      // The header of RFC 8058 lets mail programs unsubscribe by one click.
      ...(unsubscribe_url !== null && {
        headers: {
          'List-Unsubscribe': `<${unsubscribe_url}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
    })
    await sent.catch((error: Error & { command?: string; responseCode?: number }) => {
      // The error "no such mailbox" is permanent. Rejections by policy (5.7) can be temporary.
      const noMailbox = [550, 551, 553].includes(error.responseCode ?? 0) && !/\b5\.7\.\d/.test(error.message)
      const isPermanent = error.command === 'RCPT TO' && noMailbox
      throw isPermanent ? new PermanentSmsError(error.message) : error
    })
    return null
  }
  return { deliver, close: () => transport.close() }
}

/** Loads the attachment of a message. A deleted file is a permanent failure, because a retry would not find it either. */
async function attachmentsOf(
  { attachment_key: key, attachment_name, attachment_type }: Message,
  storage?: FileStorageFactory,
) {
  if (key === null) return undefined
  const file = await storage?.('exports').get(key)
  if (!file) throw new PermanentSmsError('The file that belongs to the message is gone')
  return [{ filename: attachment_name!, contentType: attachment_type!, content: file.content }]
}

const address = /[^\s<>"']+@[^\s<>"']+|\+?\d{6,}/g

type Outcome = { message_id: string; error: string | null; over: boolean; provider_id: string | null }

async function sendBatch(options: Options, { channels }: Sender) {
  const { database, clock, timeZone = 'UTC', withheld, warn } = options
  const { pool } = database
  const { rows } = await pool.query<Message>(claimBatch, [clock(), BATCH, Object.keys(channels), timeZone])
  const suppressed = rows.length > 0 ? await withheld?.(rows.map(({ message_id }) => message_id)) : undefined
  const outcomes = await Promise.all(
    rows.map(async (message): Promise<Outcome> => {
      const { message_id } = message
      const reason = suppressed?.get(message_id)
      if (reason !== undefined) return { message_id, error: reason, over: true, provider_id: null }
      try {
        const { channel } = message
        const start = { name: `send ${channel}`, kind: 'client', attributes: { 'carat.channel': channel } } as const
        const provider_id = await traceWork(start, () => channels[channel]!(message))
        return { message_id, error: null, over: false, provider_id }
      } catch (error) {
        const text = (error as Error).message.slice(0, 300)
        // The mail server's message repeats the recipient's address, which must not be in the log.
        warn?.(new Error(text.replace(address, '…')), 'A message could not be sent')
        return { message_id, error: text, over: error instanceof PermanentSmsError, provider_id: null }
      }
    }),
  )
  // If storing the results fails, the messages are sent again with the same Message-ID, because losses would be worse.
  if (rows.length > 0) await pool.query(updateOutcomes, [JSON.stringify(outcomes), clock(), ATTEMPTS_MOST])
  return rows.length
}

const updateOutcomes = `
  update outbox_message m set error = o.error, provider_id = coalesce(o.provider_id, m.provider_id),
    sent_at = case when o.error is null then $2::timestamptz end,
    status = case when o.error is null then 'Sent' when o.over or m.attempts >= $3 then 'Failed' else m.status end
  from jsonb_to_recordset($1) as o (message_id uuid, error text, over boolean, provider_id text)
  where m.message_id = o.message_id`

// Messages with sending hours are sent and retried only within these hours.
const claimBatch = `
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
