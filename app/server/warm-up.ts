import type { ServerArea } from '#kit/server/area.ts'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { nobody } from '#kit/server/ctx.ts'
import { jobCtx, type ServerJobContext } from '#kit/server/job-context.ts'
import { inTransaction } from '#kit/server/transaction.ts'

// A connection's first sale compiles and plans a hundred functions, which takes ten times as long as the sale. Many first
// sales at once on a busy machine would exceed the limit of time of a call.

/** So many connections of the server stay open, and are used before it is ready. */
export const WARM_CONNECTIONS = 10
const AT_ONCE = 2
const LIMITS = { statement: 15_000, lock: 1_000, idle: 120_000 }

class RolledBack extends Error {}

/** Does on each connection what the areas' counters do most often, and rolls it back. */
export async function warmUp(tools: ServerJobContext, areas: readonly Pick<ServerArea, 'warmUp'>[]): Promise<void> {
  const { database, clock, origin, timeZone } = tools
  const limited = limitConcurrency(AT_ONCE)
  const works = areas.flatMap(({ warmUp }) => (warmUp ? [warmUp] : []))
  // All hold their connection until the last has one: else a few connections would be used again and again.
  let missing = WARM_CONNECTIONS
  const { promise: allConnected, resolve } = Promise.withResolvers<void>()
  const connected = () => {
    if (--missing === 0) resolve()
  }
  const once = async () => {
    let begun = false
    const options = { origin, timeZone, limits: LIMITS, alike: true }
    await inTransaction(database, options, async (db) => {
      if (!begun) connected()
      begun = true
      await allConnected
      const ctx = jobCtx(tools, { db, now: clock(), requestId: origin.requestId, actor: { ...nobody, kind: 'system' } })
      await limited(async () => {
        for (const work of works) await work(ctx)
      })
      throw new RolledBack()
    }).catch((error) => {
      if (!begun) connected()
      if (!(error instanceof RolledBack)) tools.log(`A connection was not warmed up: ${(error as Error).message}`)
    })
  }
  await Promise.all(Array.from({ length: WARM_CONNECTIONS }, once))
}
