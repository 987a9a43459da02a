import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import type { Database } from '#kit/server/database.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import type { ListPage } from '#kit/server/list.ts'
import type { ServingContext } from '#kit/server/serve.ts'
import { readWholeList } from '#kit/server/whole-list.ts'

/** The maximum number of parallel streams. Each stream occupies a database connection until its caller has read the list. */
const MAX_PARALLEL = 2
/** The time in which the caller must read the list. Callers time out after a minute too (specification 9). */
const TIMEOUT_MS = 60_000
const ROWS_PER_PIECE = 100

/**
 * Streams whole lists with backpressure, so that memory holds one chunk only.
 * A failure of the stream breaks the connection, so that a partial list is never valid JSON.
 */
export function createWholeListSender(
  database: Database,
  timeoutSignal = () => AbortSignal.timeout(TIMEOUT_MS),
): ServingContext['sendWhole'] {
  const limited = limitConcurrency(MAX_PARALLEL)
  return ({ route, input, ctx, transaction }) =>
    new Promise((resolve, reject) => {
      // The stream buffers at most one piece, so that the database is read only as fast as the caller reads.
      const body = new PassThrough({ highWaterMark: 1 })
      const stop = AbortSignal.any([timeoutSignal(), ...(ctx.signal ? [ctx.signal] : [])])
      let started = false

      const send = async (pages: AsyncIterable<ListPage>) => {
        // The transaction of a stream is not retried, because rows that were sent cannot be undone.
        if (started) throw new Error(`${route.endpoint.path} cannot be sent twice`)
        stop.throwIfAborted()
        for await (const { count, rows } of pages) {
          stop.throwIfAborted()
          const head = started ? undefined : `{"count":${count},"rows":[`
          started = true
          resolve(body)
          for (const piece of piecesOf(rows, head)) if (!body.write(piece)) await once(body, 'drain', { signal: stop })
        }
      }
      limited(() => readWholeList({ database, ctx, replica: 'of a call', ...transaction }, route, input, send)).then(
        () => body.end(']}'),
        (error: Error) => {
          if (started) body.destroy(error)
          else reject(stop.aborted ? kitRefusals.tooLong().retryIn(2) : error)
        },
      )
    })
}

function* piecesOf(rows: readonly unknown[], head: string | undefined) {
  for (let from = 0; from < rows.length; from += ROWS_PER_PIECE) {
    const rowsJson = JSON.stringify(rows.slice(from, from + ROWS_PER_PIECE)).slice(1, -1)
    yield (from > 0 ? ',' : (head ?? ',')) + rowsJson
  }
  if (head !== undefined && rows.length === 0) yield head
}
