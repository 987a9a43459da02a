import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { openClient } from './database.ts'

// Servers tell each other what they may have remembered wrongly, and the sender of messages that there is something to
// send. Sent by PostgreSQL when the transaction is committed; nothing relies on it being heard.

type Announcement = { channel: string; id: string }

export const CHANNEL = 'carat'
const RETRY_MS = 1_000

/** Tells every server, once the transaction is committed. */
export async function announce(ctx: Pick<Ctx, 'db'>, channel: string, id: string) {
  await sql`select pg_notify(${CHANNEL}, ${`${channel}:${id}`})`.execute(ctx.db)
}

/**
 * Listens on a connection of its own (a transaction pooler would lose it) and comes back by itself. `onGap` is called
 * after each connection: what was announced meanwhile does not come again.
 */
export function listen(url: string, hear: (announcement: Announcement) => void, onGap: () => void) {
  let stopped = false
  let client: Awaited<ReturnType<typeof openClient>> | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect() {
    try {
      client = await openClient(url, 'carat listen')
      client.on('error', () => {})
      client.on('end', again)
      client.on('notification', ({ payload = '' }) => {
        const [channel = '', ...id] = payload.split(':')
        hear({ channel, id: id.join(':') })
      })
      await client.query(`listen ${CHANNEL}`)
      if (stopped) await client.end()
      else onGap()
    } catch {
      again()
    }
  }

  function again() {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(connect, RETRY_MS)
  }

  const first = connect()
  return {
    ready: first,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await first
      await client?.end().catch(() => {})
    },
  }
}
