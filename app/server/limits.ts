import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { CALLS_PER_MINUTE } from '#areas/access/contract/system-accounts.ts'
import type { Actor } from '#kit/server/ctx.ts'
import { refusals } from '#kit/server/errors.ts'

export type CallLimits = {
  /** Calls a minute of one signed-in account; a program may have a limit of its own instead. */
  perUser: number
  /** Calls a minute of an address that is not signed in: public calls and unknown addresses together, others each for itself. */
  perStranger: number
  /** Calls of one account at the same time. */
  parallel: number
  /** Calls of all at the same time; more would only wait for the database until they time out. */
  inFlight: number
}

export const defaultCallLimits: CallLimits = {
  perUser: CALLS_PER_MINUTE,
  perStranger: 120,
  parallel: 64,
  inFlight: 1_000,
}

const tooMany = (seconds: number) => refusals.tooMany().retryIn(seconds)
const overloaded = () => refusals.away().retryIn(1)

/**
 * The general ceiling, per process and in memory: it protects the machine, not a secret. What guards secrets (password,
 * code) is counted in the database.
 */
export function callLimits({ perUser, perStranger, parallel, inFlight }: CallLimits) {
  const users = new RateLimiterMemory({ points: perUser, duration: 60 })
  const strangers = new RateLimiterMemory({ points: perStranger, duration: 60 })
  const ownLimits = new Map<number, RateLimiterMemory>()
  const running = new Map<string, number>()
  let all = 0

  const take = async (limiter: RateLimiterMemory, key: string) => {
    await limiter.consume(key).catch((refused: RateLimiterRes) => {
      throw tooMany(refused.msBeforeNext / 1000)
    })
  }

  const limiterOf = (points: number) => {
    const limiter = ownLimits.get(points) ?? new RateLimiterMemory({ points, duration: 60 })
    ownLimits.set(points, limiter)
    return limiter
  }

  const leave = (request: FastifyRequest) => {
    if (request.entered === undefined) return
    all--
    const left = (running.get(request.entered) ?? 1) - 1
    if (left > 0) running.set(request.entered, left)
    else running.delete(request.entered)
    request.entered = undefined
  }

  return {
    /** Before anything else of a call: is there room at all? */
    enter(request: FastifyRequest) {
      if (all >= inFlight) throw overloaded()
      all++
      request.entered = ''
    },
    /** A signed-in caller. Programs may call in parallel as often as all callers together. */
    async admitUser(request: FastifyRequest, { kind, userId, sessionId, callsPerMinute }: Actor) {
      const user = `${kind} ${userId ?? sessionId}`
      if (kind === 'system') return take(callsPerMinute ? limiterOf(callsPerMinute) : users, user)
      await take(users, user)
      const now = (running.get(user) ?? 0) + 1
      if (now > parallel) throw tooMany(1)
      running.set(user, now)
      request.entered = user
    },
    admitStranger: (request: FastifyRequest, what: string) => take(strangers, `${request.ip} ${what}`),
    leave,
    install(app: FastifyInstance) {
      app.decorateRequest('entered', undefined)
      // Also runs when the caller hung up.
      app.addHook('onResponse', async (request) => leave(request))
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Under whose name the call is counted among those running; undefined: not counted. */
    entered: string | undefined
  }
}
