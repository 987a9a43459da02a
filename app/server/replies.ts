import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#kit/contract/refusal.ts'
import { kitRefusals, toRefusal } from '#kit/server/errors.ts'
import { refusalBody } from '#kit/server/refusal-body.ts'

/** Sends every error as the body of a refused call. Logs unexpected errors with their cause and sends no details of them. */
export function installErrorHandler(app: FastifyInstance) {
  app.decorateRequest('refusedWith', undefined)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // A caller who disconnected before the reply was complete is not an error.
    if (reply.raw.destroyed) return reply.hijack()
    const refusal = toRefusal(error)
    if (!refusal) {
      request.log.error({ err: error }, 'A call failed unexpectedly')
      return sendRefusal(kitRefusals.unexpected(), request, reply)
    }
    if (refusal.statusCode >= 500)
      request.log.warn({ err: error }, 'A call was refused because the database is unavailable')
    return sendRefusal(refusal, request, reply)
  })
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, code, retryAfter } = refusal
  request.refusedWith = code
  // The refusal is not compressed, even if the failed reply would have been compressed.
  reply.removeHeader('content-encoding')
  const challenge = challengeOf(refusal, request)
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  return reply.status(statusCode).send(refusalBody(refusal, request.id, request.traceScope?.span.traceId))
}

/** Returns the WWW-Authenticate header of RFC 6750 for a missing or invalid token or a missing scope. */
function challengeOf({ code, params }: Refusal, { headers }: FastifyRequest): string | undefined {
  if (headers['x-carat-client'] !== undefined) return undefined
  if (code === 'access.scope_missing')
    return `Bearer realm="carat", error="insufficient_scope", scope="${params.Scope}"`
  if (code !== 'access.required') return undefined
  return headers.authorization === undefined ? 'Bearer realm="carat"' : 'Bearer realm="carat", error="invalid_token"'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code that the reply contains, for logs and metrics. */
    refusedWith: string | undefined
  }
}
