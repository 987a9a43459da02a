import type pg from 'pg'
import { summarizeStatement } from './statement-summary.ts'
import { bindToScope, errorTypeOf, isTracing, type OpenSpan, openStatementSpan } from './tracing.ts'

// Spans of the statements of a connection pool. The pool and its connections are unchanged unless the process traces.

type Query = (...args: unknown[]) => unknown
type Callback = (error: unknown, ...rest: unknown[]) => void

/** Adds spans to the statements of the pool's future connections, if a tracer is installed. */
export function traceStatements(pool: pg.Pool): void {
  if (!isTracing()) return
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown
  // The wait for a connection ends in the work of the caller that releases one.
  pool.connect = ((callback?: Callback) =>
    callback ? connect(bindToScope(callback)) : connect()) as typeof pool.connect
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    client.query = ((...args: unknown[]) => tracedQuery(query, args)) as typeof client.query
  })
}

function tracedQuery(query: Query, args: unknown[]): unknown {
  const [config] = args as [string | { text?: string; name?: string; submit?: unknown }]
  const text = typeof config === 'string' ? config : config.text
  // A stream has `submit` and ends by events, so the work that reads the stream shows its duration.
  if (text === undefined || (typeof config === 'object' && config.submit !== undefined)) return query(...args)
  const span = openStatementSpan(() => {
    const { operation, summary } = summarizeStatement(text)
    const name = typeof config === 'object' ? config.name : undefined
    return {
      name: summary,
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.summary': summary,
        ...(name !== undefined && { 'carat.prepared_statement': name }),
      },
    }
  })
  if (!span) return query(...args)
  const last = args.at(-1)
  if (typeof last === 'function') {
    const callback = last as Callback
    return query(
      ...args.slice(0, -1),
      bindToScope((error: unknown, ...rest: unknown[]) => {
        endStatement(span, error ?? undefined)
        callback(error, ...rest)
      }),
    )
  }
  const answer = query(...args) as Promise<unknown>
  answer.then(
    () => endStatement(span, undefined),
    (error: unknown) => endStatement(span, error),
  )
  return answer
}

function endStatement(span: OpenSpan, error: unknown) {
  if (error === undefined) return span.end()
  const errorType = errorTypeOf(error)
  span.setAttributes({ 'db.response.status_code': errorType })
  span.end(errorType)
}
