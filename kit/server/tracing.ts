import { AsyncLocalStorage } from 'node:async_hooks'

// Spans of calls, statements, jobs and outgoing messages. Without an installed tracer every function here only runs the work.
// Names and values of spans come from our code: route patterns, names of jobs, tables and functions, error codes.

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanStart = {
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: SpanAttributes
}

/** The position of a caller's span, as the header `traceparent` names it. */
export type RemoteSpan = { traceId: string; spanId: string }

export type OpenSpan = {
  readonly traceId: string
  setAttributes(attributes: SpanAttributes): void
  /** Ends the span; `errorType` is an error code or class, never a message, because messages contain values. */
  end(errorType?: string): void
}

/** Starts a span below its parent, or the first span of a trace. */
export type Tracer = (start: SpanStart, parent: OpenSpan | RemoteSpan | undefined) => OpenSpan

/** The span of running work, its kind, and how many statements of the work have spans. */
export type TraceScope = { span: OpenSpan; kind: SpanStart['kind']; statements: { traced: number; all: number } }

/** The largest number of statements with a span in one call, job or batch step; an import runs a hundred thousand statements. */
export const TRACED_STATEMENTS_MAX = 200

const scopes = new AsyncLocalStorage<TraceScope>()
let tracer: Tracer | undefined

/** Installs the tracer of this process; undefined ends tracing. */
export function installTracer(newTracer: Tracer | undefined): void {
  tracer = newTracer
}

export const isTracing = (): boolean => tracer !== undefined

/** Returns the trace id of the running job or step; undefined in calls, whose logger has the id, and outside of traced work. */
export function currentWorkTraceId(): string | undefined {
  const scope = tracer && scopes.getStore()
  return scope && scope.kind !== 'server' ? scope.span.traceId : undefined
}

/** Starts a span whose end the caller sets; undefined without a tracer. */
export function openScope(start: SpanStart, remote?: RemoteSpan): TraceScope | undefined {
  if (!tracer) return undefined
  const span = tracer(start, remote ?? scopes.getStore()?.span)
  return { span, kind: start.kind, statements: { traced: 0, all: 0 } }
}

/** Ends the span of a scope with the number of its statements. */
export function closeScope({ span, statements }: TraceScope, errorType?: string): void {
  if (statements.all > 0) span.setAttributes({ 'carat.statements': statements.all })
  span.end(errorType)
}

/** Runs a function within a scope, so that spans of its work are below the scope's span. */
export const runInScope = <Result>(scope: TraceScope, work: () => Result): Result => scopes.run(scope, work)

/** Binds a callback to the running scope, because a pool calls it from the work of another caller. */
export const bindToScope = <Callback extends (...args: never[]) => unknown>(callback: Callback): Callback =>
  AsyncLocalStorage.bind(callback)

/** Runs `work` in a span. A span without a running trace begins one. */
export async function traceWork<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const scope = openScope(start)
  if (!scope) return work()
  try {
    const result = await runInScope(scope, work)
    closeScope(scope)
    return result
  } catch (error) {
    closeScope(scope, errorTypeOf(error))
    throw error
  }
}

/** Adds attributes to the span of the running work. */
export function describeSpan(attributes: SpanAttributes): void {
  if (tracer) scopes.getStore()?.span.setAttributes(attributes)
}

/** Starts the span of a statement; undefined outside of traced work and after too many statements. */
export function openStatementSpan(start: () => SpanStart): OpenSpan | undefined {
  const scope = tracer && scopes.getStore()
  if (!scope) return undefined
  scope.statements.all++
  if (scope.statements.traced === TRACED_STATEMENTS_MAX) return undefined
  scope.statements.traced++
  return tracer!(start(), scope.span)
}

/** Returns the SQLSTATE, the error code or the class of an error. */
export function errorTypeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[\w.]{1,60}$/.test(code)) return code
  return typeof name === 'string' ? name.slice(0, 60) : 'Error'
}
