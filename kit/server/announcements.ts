import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { openClient } from './database.ts'

// Notifies other processes that cached data changed or that the outbox has a message to send.
// PostgreSQL sends a notification on COMMIT. Delivery is not guaranteed, so nothing may depend on a notification.

type Announcement = { channel: string; id: string }

export const ANNOUNCEMENT_CHANNEL = 'carat'
const RETRY_MS = 1_000

/** Notifies every process when the transaction commits. */
export async function announce(ctx: Pick<Ctx, 'db'>, channel: string, id: string) {
  await sql`select pg_notify(${ANNOUNCEMENT_CHANNEL}, ${`${channel}:${id}`})`.execute(ctx.db)
}

/**
 * Listens on a dedicated connection, because a transaction pooler would drop the subscription.
 * Reconnects automatically, and calls `onGap` after every connect, because notifications are lost while disconnected.
 */
export function listenForAnnouncements(
  url: string,
  onAnnouncement: (announcement: Announcement) => void,
  onGap: () => void,
) {
  let stopped = false
  let client: Awaited<ReturnType<typeof openClient>> | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect() {
    try {
      client = await openClient(url, 'carat listen')
      client.on('error', () => {})
      client.on('end', reconnectLater)
      client.on('notification', ({ payload = '' }) => {
        const [channel = '', ...id] = payload.split(':')
        onAnnouncement({ channel, id: id.join(':') })
      })
      await client.query(`listen ${ANNOUNCEMENT_CHANNEL}`)
      if (stopped) await client.end()
      else onGap()
    } catch {
      // A standby accepts the connection and refuses LISTEN.
      await client?.end().catch(() => {})
      reconnectLater()
    }
  }

  function reconnectLater() {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(connect, RETRY_MS)
  }

  const firstAttempt = connect()
  return {
    ready: firstAttempt,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await firstAttempt
      await client?.end().catch(() => {})
    },
  }
}
