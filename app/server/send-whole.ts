import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import type { Database } from '#kit/server/database.ts'
import { refusals } from '#kit/server/errors.ts'
import type { Page } from '#kit/server/list.ts'
import type { Serving } from '#kit/server/serve.ts'
import { readWhole } from '#kit/server/whole-list.ts'

/** Each holds a connection for as long as its caller reads. */
const AT_ONCE = 2
/** Callers give up after a minute (specification 9); nobody holds a connection longer by reading slowly. */
const SENT_WITHIN_MS = 60_000
const ROWS_TOGETHER = 100

/**
 * Sends whole lists: rows leave while the next are read, and no more are read than the caller takes, so that the memory
 * it needs is that of one chunk. Whatever fails on the way breaks the connection: half a list has no end.
 */
export function wholeLists(database: Database, late = () => AbortSignal.timeout(SENT_WITHIN_MS)): Serving['sendWhole'] {
  const limited = limitConcurrency(AT_ONCE)
  return ({ route, input, ctx, transaction }) =>
    new Promise((resolve, reject) => {
      // Takes a piece only when the one before was taken, so that nothing is sent before there is somebody to send it to.
      const body = new PassThrough({ highWaterMark: 1 })
      const stop = AbortSignal.any([late(), ...(ctx.gone ? [ctx.gone] : [])])
      let begun = false

      const send = async (pages: AsyncIterable<Page>) => {
        // A transaction that is tried again cannot take back what was sent.
        if (begun) throw new Error(`${route.endpoint.path} cannot be sent twice`)
        stop.throwIfAborted()
        for await (const { count, rows } of pages) {
          stop.throwIfAborted()
          const head = begun ? undefined : `{"count":${count},"rows":[`
          begun = true
          resolve(body)
          for (const piece of piecesOf(rows, head)) if (!body.write(piece)) await once(body, 'drain', { signal: stop })
        }
      }
      limited(() => readWhole({ database, ctx, replica: 'of a call', ...transaction }, route, input, send)).then(
        () => body.end(']}'),
        (error: Error) => {
          if (begun) body.destroy(error)
          else reject(stop.aborted ? refusals.tooLong().retryIn(2) : error)
        },
      )
    })
}

function* piecesOf(rows: readonly unknown[], head: string | undefined) {
  for (let from = 0; from < rows.length; from += ROWS_TOGETHER) {
    const together = JSON.stringify(rows.slice(from, from + ROWS_TOGETHER)).slice(1, -1)
    yield (from > 0 ? ',' : (head ?? ',')) + together
  }
  if (head !== undefined && rows.length === 0) yield head
}
