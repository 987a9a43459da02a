import type { ServerArea } from '#kit/server/area.ts'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { anonymousActor } from '#kit/server/ctx.ts'
import { createUseCaseContext, type ServerJobContext } from '#kit/server/job-context.ts'
import { inTransaction } from '#kit/server/transaction.ts'

// The first sale on a connection compiles and plans a hundred functions, which takes ten times as long as other sales.
// On a busy machine, many first sales at once would exceed the time limit of a call.

/** The number of connections that stay open and that are warmed up before the server is ready. */
export const WARM_CONNECTIONS = 10
const AT_ONCE = 2
const LIMITS = { statement: 15_000, lock: 1_000, idle: 120_000 }

class RolledBack extends Error {}

/** Makes the most frequent calls of all areas on each connection and rolls them back. */
export async function warmUpConnections(
  tools: ServerJobContext,
  areas: readonly Pick<ServerArea, 'warmUp'>[],
): Promise<void> {
  const { database, clock, origin, timeZone } = tools
  const limited = limitConcurrency(AT_ONCE)
  const warmUps = areas.flatMap(({ warmUp }) => (warmUp ? [warmUp] : []))
  // All warm-up transactions wait until each has a connection, because otherwise they would share a few connections.
  let missing = WARM_CONNECTIONS
  const { promise: allConnected, resolve } = Promise.withResolvers<void>()
  const connected = () => {
    if (--missing === 0) resolve()
  }
  const warmOne = async () => {
    let hasConnection = false
    const options = { origin, timeZone, limits: LIMITS, preparePlans: true }
    await inTransaction(database, options, async (db) => {
      if (!hasConnection) connected()
      hasConnection = true
      await allConnected
      const ctx = createUseCaseContext(tools, {
        db,
        now: clock(),
        requestId: origin.requestId,
        actor: { ...anonymousActor, kind: 'system' },
      })
      await limited(async () => {
        for (const work of warmUps) await work(ctx)
      })
      throw new RolledBack()
    }).catch((error) => {
      if (!hasConnection) connected()
      if (!(error instanceof RolledBack)) tools.log(`A connection was not warmed up: ${(error as Error).message}`)
    })
  }
  await Promise.all(Array.from({ length: WARM_CONNECTIONS }, warmOne))
}
