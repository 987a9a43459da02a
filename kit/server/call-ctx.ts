import type { FastifyReply, FastifyRequest } from 'fastify'
import { businessDate } from './clock.ts'
import type { Ctx, Db, Services } from './ctx.ts'
import { queueMail } from './outbox.ts'
import { auditTo } from './text-log.ts'
import type { AtEnd } from './transaction.ts'

// What a use case is given of the call that it answers.

/** Who calls and from where, as the audit log keeps it. */
export const originOf = ({ actor, ip, id }: FastifyRequest) => ({
  userId: actor.userId,
  name: actor.name,
  outletCode: actor.outletCode,
  session: actor.sessionLabel,
  ip,
  requestId: id,
})

/** Which of our own pages asks: those of staff or those of customers. Each has its session in a cookie of its own. */
export function webClientOf({ headers }: FastifyRequest): 'web' | 'self-service' | undefined {
  const name = headers['x-carat-client']
  return name === 'web' || name === 'self-service' ? name : undefined
}

type Begun = { db: Db; atEnd: (add: AtEnd) => void; now: Date }
type Program = { services: Services; timeZone: string }

export function ctxOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, timeZone }: Program,
  { db, atEnd, now }: Begun,
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
    gone: goneOf(reply),
    web: webClientOf(request) !== undefined,
    audit: auditTo(atEnd, now, originOf(request)),
    atEnd: (text, values) => atEnd((add) => add(text, values)),
    mail: (message) => queueMail(db, message, now),
    reply: replyHead(reply, services),
    services,
  }
}

/** Aborted when the connection closes before the answer was sent. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
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
