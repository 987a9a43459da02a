import type { FastifyReply, FastifyRequest } from 'fastify'
import { businessDate } from './clock.ts'
import type { Ctx, Db, Services } from './ctx.ts'
import { queueMail } from './outbox.ts'
import { createTextLogWriter } from './text-log.ts'
import type { BeforeCommitCallback } from './transaction.ts'

// Builds the context of a use case from an HTTP request.

/** Returns the caller and source of a request, as the audit log stores them. */
export const requestOriginOf = ({ actor, ip, id }: FastifyRequest) => ({
  userId: actor.userId,
  name: actor.name,
  outletCode: actor.outletCode,
  session: actor.sessionLabel,
  ip,
  requestId: id,
})

/** Returns the web app that sent the request: staff or self-service. Each app has its own session cookie. */
export function webClientOfRequest({ headers }: FastifyRequest): 'web' | 'self-service' | undefined {
  const name = headers['x-carat-client']
  return name === 'web' || name === 'self-service' ? name : undefined
}

type OpenTransaction = { db: Db; atEnd: (add: BeforeCommitCallback) => void; now: Date }
type Program = { services: Services; timeZone: string }

export function createCallContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, timeZone }: Program,
  { db, atEnd, now }: OpenTransaction,
): Ctx {
  return {
    db,
    actor: request.actor,
    now,
    today: businessDate(now, timeZone),
    timeZone,
    requestId: request.id,
    sourceIP: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    signal: disconnectSignal(reply),
    web: webClientOfRequest(request) !== undefined,
    audit: createTextLogWriter(atEnd, now, requestOriginOf(request)),
    atEnd: (text, values) => atEnd((add) => add(text, values)),
    mail: (message) => queueMail(db, message, now),
    reply: replyHead(reply, services),
    services,
  }
}

const disconnectSignals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/** Returns a signal that aborts when the connection closes before the reply is sent. The calls of a batch share one signal. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const existing = disconnectSignals.get(raw)
  if (existing) return existing
  const controller = new AbortController()
  disconnectSignals.set(raw, controller.signal)
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

const replyHead = (reply: FastifyReply, { publicUrl }: Services) => {
  const secure = publicUrl?.startsWith('https:') ?? false
  const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    setCookie: (name: string, value: string, maxAge: number) => void reply.setCookie(name, value, { ...flags, maxAge }),
    clearCookie: (name: string) => void reply.clearCookie(name, flags),
    header: (name: string, value: string) => void reply.header(name, value),
  }
}
