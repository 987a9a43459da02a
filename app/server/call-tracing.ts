import type { FastifyInstance, FastifyRequest } from 'fastify'
import { closeScope, isTracing, openScope, type RemoteSpan, runInScope, type TraceScope } from '#kit/server/tracing.ts'

/** Health checks and metrics would be most of the traces. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Adds a span to each call, named by its route pattern, because an address may name a customer.
 * The ids of a caller's `traceparent` are always accepted: they are hexadecimal digits, grant no right and do not decide about sampling.
 * `tracestate` and `baggage` are ignored, because their text comes from the caller.
 */
export function traceCalls(app: FastifyInstance): void {
  app.decorateRequest('traceScope', undefined)
  if (!isTracing()) return
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions } = request
    const route = request.is404 ? undefined : routeOptions.url
    if (route !== undefined && untraced.has(route)) return done()
    const scope = openScope(
      {
        name: `${method} ${route ?? 'page or unknown'}`,
        kind: 'server',
        attributes: {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
          'carat.request_id': request.id,
        },
      },
      parseTraceparent(request.headers.traceparent),
    )
    if (!scope) return done()
    request.traceScope = scope
    request.log = request.log.child({ traceId: scope.span.traceId })
    return runInScope(scope, done)
  })
  // Reading the body ends the scope of onRequest, because its events belong to the connection.
  app.addHook('preValidation', (request, _, done) =>
    request.traceScope ? runInScope(request.traceScope, done) : done(),
  )
  // This hook also runs if the caller has disconnected before the reply.
  app.addHook('onResponse', async (request, reply) => {
    const { traceScope: scope } = request
    if (!scope) return
    const { statusCode } = reply
    scope.span.setAttributes({
      'http.response.status_code': statusCode,
      ...(request.refusedWith !== undefined && { 'carat.code': request.refusedWith }),
    })
    closeScope(scope, statusCode >= 500 ? (request.refusedWith ?? String(statusCode)) : undefined)
  })
}

/** Parses the header of W3C Trace Context; undefined if it is missing or malformed. */
export function parseTraceparent(header: FastifyRequest['headers'][string]): RemoteSpan | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId, spanId, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(header.trim()) ?? []
  // Version 00 has exactly four parts; later versions may add parts.
  if (!traceId || !spanId || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { traceId, spanId }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the call; undefined if the process does not trace. */
    traceScope: TraceScope | undefined
  }
}
