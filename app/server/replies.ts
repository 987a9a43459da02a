import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#kit/contract/refusal.ts'
import { refusalOf, refusals } from '#kit/server/errors.ts'

const names: Record<number, string> = {
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

/** Every error leaves in one shape. What nobody expected is logged with its cause and answered blankly. */
export function answerErrors(app: FastifyInstance) {
  app.decorateRequest('refusedWith', undefined)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (!refusal) {
      request.log.error({ err: error }, 'A call failed that should not have')
      return send(refusals.unexpected(), request, reply)
    }
    if (refusal.statusCode >= 500) request.log.warn({ err: error }, 'A call was refused for lack of the database')
    return send(refusal, request, reply)
  })
}

export function send(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, code, message, params, details, current, retryAfter } = refusal
  request.refusedWith = code
  // Of what failed before it left packed, only the refusal leaves, and that is not.
  reply.removeHeader('content-encoding')
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
  return reply.status(statusCode).send({
    statusCode,
    code,
    error: names[statusCode] ?? 'Error',
    message,
    params,
    ...(details && { details }),
    ...(current !== undefined && { current }),
    requestId: request.id,
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that was answered; it comes from our catalogues, never from the caller. */
    refusedWith: string | undefined
  }
}
