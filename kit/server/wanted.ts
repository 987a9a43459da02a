import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { z } from 'zod'
import { CHANNEL } from './announcements.ts'
import type { Ctx, Db } from './ctx.ts'
import { inJob, jobCtx, type ServerJobContext } from './job-context.ts'
import { sealing } from './sealed.ts'
import { auditTo } from './text-log.ts'
import { startWoken } from './woken.ts'

// MESSAGES THAT A STRANGER ASKS FOR. Whether there is anybody to write to must be learned neither from the answer nor from its time.
// So the call notes only that a message is wanted, one row for everybody; who is meant, and whether they may be written to, is
// looked up here, after the answer.

/** Who writes the messages of one kind. Comes to nothing where nobody is meant. */
export type WantedMessage = { about: z.ZodType; write: (ctx: Ctx, about: never) => Promise<void> }

export const wantedMessage = <About extends z.ZodType>(
  about: About,
  write: (ctx: Ctx, about: z.output<About>) => Promise<void>,
): WantedMessage => ({ about, write })

const EVERY_MS = 3_000
/** Begun when the answer is long on its way, so that the work for somebody known is not felt in it. */
const REST_MS = 200

type Asked = { kind: string; about: object; until: Date }

/** Notes that a message is wanted, with the caller's transaction. What it is about is sealed: it names people and holds codes. */
export async function wantMessage(
  ctx: Pick<Ctx, 'db' | 'now' | 'services' | 'sourceIP'>,
  { kind, about, until }: Asked,
) {
  const id = randomUUID()
  const { SecretSealed, KeyId } = sealing(ctx.services, 'wanted message').seal(id, JSON.stringify(about))
  await sql`
    with wanted as (
      insert into message_wanted (wanted_id, kind, secret_sealed, key_id, source_ip, created_at, next_try_at, until)
      values (${id}, ${kind}, ${SecretSealed}, ${KeyId}, ${ctx.sourceIP}, ${ctx.now}, ${ctx.now}, ${until})
      returning wanted_id)
    select pg_notify(${CHANNEL}, 'wanted:' || wanted_id) from wanted`.execute(ctx.db)
}

/** Writes what is wanted, beside the sender of the outbox. */
export function startWanted(context: ServerJobContext, warn: (error: unknown, text: string) => void) {
  const ending = new AbortController()
  const { wake, stop } = startWoken({
    everyMs: EVERY_MS,
    async work(isStopped) {
      await sleep(REST_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {})
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

/** All that is wanted now. */
export async function writeWanted(context: ServerJobContext, warn: (error: unknown, text: string) => void) {
  while (await writeNext(context, warn));
}

type Wanted = {
  WantedId: string
  Kind: string
  SecretSealed: Buffer
  KeyId: string
  SourceIP: string | null
  Attempts: number
}

/** One in a transaction of its own: its message is in the outbox when its row is gone, and neither without the other. */
async function writeNext(context: ServerJobContext, warn: (error: unknown, text: string) => void): Promise<boolean> {
  const now = context.clock()
  let taken: Wanted | undefined
  try {
    return await inJob(context, {}, async (db, atEnd) => {
      taken = await takeWanted(db, now)
      if (!taken) return false
      const ctx = jobCtx(context, { db, now, requestId: taken.WantedId, sourceIP: taken.SourceIP })
      await write({ ...ctx, audit: auditTo(atEnd, now, context.origin) }, taken)
      return true
    })
  } catch (error) {
    if (!taken) throw error
    const { WantedId, Attempts } = taken
    warn(error, 'A message that is wanted could not be written')
    await inJob(context, {}, (db) =>
      sql`update message_wanted set attempts = attempts + 1,
        next_try_at = ${now}::timestamptz + least(interval '1 minute', interval '1 second' * power(2, ${Attempts}::int))
        where wanted_id = ${WantedId}`.execute(db),
    )
    return true
  }
}

/** Takes its row away; another process sees it again only if this one dies first. What came too late is thrown away unread. */
async function takeWanted(db: Db, now: Date) {
  await sql`delete from message_wanted where wanted_id in (
    select wanted_id from message_wanted where until <= ${now} for update skip locked)`.execute(db)
  const { rows } = await sql<Wanted>`
    delete from message_wanted where wanted_id = (
      select wanted_id from message_wanted where next_try_at <= ${now} order by next_try_at limit 1 for update skip locked)
    returning wanted_id, kind, secret_sealed, key_id, source_ip, attempts`.execute(db)
  return rows[0]
}

async function write(ctx: Ctx, { WantedId, Kind, ...sealed }: Wanted) {
  const message = ctx.services.areas.map(({ wanted }) => wanted?.[Kind]).find((one) => one !== undefined)
  const text = sealing(ctx.services, 'wanted message').open(WantedId, sealed)
  // Noted by another release, or sealed with a key that is gone: perhaps another process can, until it is too late.
  if (!message || text === undefined) throw new Error(`Nobody here can write what is wanted: ${Kind}`)
  await message.write(ctx, message.about.parse(JSON.parse(text)) as never)
}
