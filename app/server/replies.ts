import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#kit/contract/refusal.ts'
import { refusals, toRefusal } from '#kit/server/errors.ts'

const statusNames: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

/** Sends every error as a refusal. Unexpected errors are logged with their cause and answered without details. */
export function answerErrors(app: FastifyInstance) {
  app.decorateRequest('refusedWith', undefined)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The caller disconnected before the reply was complete: not an error.
    if (reply.raw.destroyed) return reply.hijack()
    const refusal = toRefusal(error)
    if (!refusal) {
      request.log.error({ err: error }, 'A call failed unexpectedly')
      return send(refusals.unexpected(), request, reply)
    }
    if (refusal.statusCode >= 500)
      request.log.warn({ err: error }, 'A call was refused because the database is unavailable')
    return send(refusal, request, reply)
  })
}

export function send(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, code, message, params, details, current, retryAfter } = refusal
  request.refusedWith = code
  // The refusal is not compressed, even if the failed reply would have been.
  reply.removeHeader('content-encoding')
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  return reply.status(statusCode).send({
    statusCode,
    code,
    error: statusNames[statusCode] ?? 'Error',
    message,
    params,
    ...(details && { details }),
    ...(current !== undefined && { current }),
    requestId: request.id,
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that was sent, for logs and metrics. */
    refusedWith: string | undefined
  }
}
