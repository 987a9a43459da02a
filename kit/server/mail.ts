import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

type Options = {
  database: Database
  clock: Clock
  smtpUrl: string | undefined
  from: string
  /** Without a mail server a demo's messages count as sent: its inbox shows them. */
  demo: boolean
  warn?: (error: unknown, text: string) => void
}

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
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function work() {
    do {
      again = false
      while (!stopped && send && (await sendBatch(options, send)) === BATCH);
    } while (again && !stopped)
  }

  /** There is something to send, or it is time to look. */
  function wake() {
    if (stopped || !send) return
    again = true
    running ??= work()
      .catch((error: unknown) => options.warn?.(error, 'Messages could not be sent'))
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(wake, EVERY_MS)
  timer.unref()
  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      send?.close()
    },
  }
}

type Sender = { (message: Message): Promise<void>; close: () => void }

type Message = { message_id: string; recipient: string; subject: string; body: string; attempts: number }

function sender({ smtpUrl, from, demo }: Options): Sender | undefined {
  if (smtpUrl === undefined) return demo ? Object.assign(async () => {}, { close: () => {} }) : undefined
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
  const deliver = async ({ message_id, recipient, subject, body }: Message) => {
    await transport.sendMail({
      from,
      // An object, so that a comma in it is no second recipient.
      to: { name: '', address: recipient },
      subject: subject.replace(/[\r\n]+/g, ' '),
      text: body,
      messageId: `<${message_id}@${domain}>`,
    })
  }
  return Object.assign(deliver, { close: () => transport.close() })
}

async function sendBatch({ database: { pool }, clock, smtpUrl, warn }: Options, send: Sender) {
  const { rows } = await pool.query<Message>(takeBatch, [clock(), BATCH, smtpUrl === undefined])
  const errors = new Map<string, string>()
  await Promise.all(
    rows.map(async (message) => {
      await send(message).catch((error: Error) => {
        warn?.(error, 'A message could not be sent')
        errors.set(message.message_id, error.message.slice(0, 300))
      })
    }),
  )
  // Should this fail, the messages are sent once more under their numbers: rather twice than never.
  if (rows.length > 0) {
    const outcomes = rows.map(({ message_id }) => ({ message_id, error: errors.get(message_id) ?? null }))
    await pool.query(noteOutcomes, [JSON.stringify(outcomes), clock(), ATTEMPTS_MOST])
  }
  return rows.length
}

const noteOutcomes = `
  update outbox_message m set error = o.error,
    sent_at = case when o.error is null then $2::timestamptz end,
    status = case when o.error is null then 'Sent' when m.attempts >= $3 then 'Failed' else m.status end
  from jsonb_to_recordset($1) as o (message_id uuid, error text)
  where m.message_id = o.message_id`

// Without a mail server (demo) short messages count as sent too; with one they wait for a gateway of their own.
const takeBatch = `
  update outbox_message set attempts = attempts + 1,
    next_try_at = $1::timestamptz + least(interval '30 minutes', interval '10 seconds' * power(2, attempts))
  where message_id in (
    select message_id from outbox_message
    where status = 'Queued' and next_try_at <= $1 and (channel = 'Email' or $3)
    order by next_try_at limit $2 for update skip locked)
  returning message_id, recipient, subject, body, attempts`
