import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ANNOUNCEMENT_CHANNEL } from './announcements.ts'
import type { Ctx, Db } from './ctx.ts'
import { createUseCaseContext, inJobTransaction, type ServerJobContext } from './job-context.ts'
import { createSealer } from './sealed.ts'
import { createTextLogWriter } from './text-log.ts'
import { startWakeableLoop } from './wakeable-loop.ts'

// Sends messages that unauthenticated callers request, such as password resets and sign-in codes.
// Neither the reply nor its timing may reveal whether the account exists.
// The endpoint therefore only stores a request; this file looks the recipient up after the reply.

/** A kind of deferred message. Its `write` function sends nothing if no recipient exists. */
export type DeferredMessage = { about: z.ZodType; write: (ctx: Ctx, about: never) => Promise<void> }

export const deferredMessage = <About extends z.ZodType>(
  about: About,
  write: (ctx: Ctx, about: z.output<About>) => Promise<void>,
): DeferredMessage => ({ about, write })

const EVERY_MS = 3_000
/** The time between a message request and its processing, so that the lookup cannot delay the reply of the call. */
const DELAY_MS = 200

type DeferredRequest = { kind: string; about: object; until: Date }

/** Stores a message request in the caller's transaction. The content is encrypted, because it has names and codes. */
export async function deferMessage(
  ctx: Pick<Ctx, 'db' | 'now' | 'services' | 'sourceIP'>,
  { kind, about, until }: DeferredRequest,
) {
  const id = randomUUID()
  const { SecretSealed, KeyId } = createSealer(ctx.services, 'wanted message').seal(id, JSON.stringify(about))
  await sql`
    with wanted as (
      insert into message_wanted (wanted_id, kind, secret_sealed, key_id, source_ip, created_at, next_try_at, until)
      values (${id}, ${kind}, ${SecretSealed}, ${KeyId}, ${ctx.sourceIP}, ${ctx.now}, ${ctx.now}, ${until})
      returning wanted_id)
    select pg_notify(${ANNOUNCEMENT_CHANNEL}, 'wanted:' || wanted_id) from wanted`.execute(ctx.db)
}

/** Starts the loop that processes the message requests. Another loop sends the outbox. */
export function startDeferredMessages(context: ServerJobContext, warn: (error: unknown, text: string) => void) {
  const ending = new AbortController()
  const { wake, stop } = startWakeableLoop({
    everyMs: EVERY_MS,
    async work(isStopped) {
      await sleep(DELAY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      while (!isStopped() && (await writeNext(context, warn)));
    },
    warn: (error) => warn(error, 'Messages that are wanted could not be written'),
  })
  return {
    wake,
    async stop() {
      ending.abort()
      await stop()
    },
  }
}

/** Processes all pending message requests. */
export async function writeDeferredMessages(context: ServerJobContext, warn: (error: unknown, text: string) => void) {
  while (await writeNext(context, warn));
}

type DeferredRow = {
  WantedId: string
  Kind: string
  SecretSealed: Buffer
  KeyId: string
  SourceIP: string | null
  Attempts: number
}

/** Processes one request in its own transaction, which deletes the request and adds its message to the outbox. */
async function writeNext(context: ServerJobContext, warn: (error: unknown, text: string) => void): Promise<boolean> {
  const now = context.clock()
  let claimed: DeferredRow | undefined
  try {
    return await inJobTransaction(context, {}, async (db, atEnd) => {
      claimed = await claimNext(db, now)
      if (!claimed) return false
      const ctx = createUseCaseContext(context, { db, now, requestId: claimed.WantedId, sourceIP: claimed.SourceIP })
      await writeMessage({ ...ctx, audit: createTextLogWriter(atEnd, now, context.origin) }, claimed)
      return true
    })
  } catch (error) {
    if (!claimed) throw error
    const { WantedId, Attempts } = claimed
    warn(error, 'A message that is wanted could not be written')
    await inJobTransaction(context, {}, (db) =>
      sql`update message_wanted set attempts = attempts + 1,
        next_try_at = ${now}::timestamptz + least(interval '1 minute', interval '1 second' * power(2, ${Attempts}::int))
        where wanted_id = ${WantedId}`.execute(db),
    )
    return true
  }
}

/** Claims the next request by deleting it, so that a rollback releases it again. Deletes expired requests. */
async function claimNext(db: Db, now: Date) {
  await sql`delete from message_wanted where wanted_id in (
    select wanted_id from message_wanted where until <= ${now} for update skip locked)`.execute(db)
  const { rows } = await sql<DeferredRow>`
    delete from message_wanted where wanted_id = (
      select wanted_id from message_wanted where next_try_at <= ${now} order by next_try_at limit 1 for update skip locked)
    returning wanted_id, kind, secret_sealed, key_id, source_ip, attempts`.execute(db)
  return rows[0]
}

async function writeMessage(ctx: Ctx, { WantedId, Kind, ...sealed }: DeferredRow) {
  const message = ctx.services.areas
    .map(({ deferredMessages }) => deferredMessages?.[Kind])
    .find((one) => one !== undefined)
  const text = createSealer(ctx.services, 'wanted message').open(WantedId, sealed)
  // This release may not know the kind of the message, or may lack the key. The request then stays for another process.
  if (!message || text === undefined) throw new Error(`No area can write the requested message: ${Kind}`)
  await message.write(ctx, message.about.parse(JSON.parse(text)) as never)
}
