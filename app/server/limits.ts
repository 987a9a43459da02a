import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { CALLS_PER_MINUTE } from '#areas/access/contract/system-accounts.ts'
import type { Actor } from '#kit/server/ctx.ts'
import { kitRefusals } from '#kit/server/errors.ts'

export type CallLimits = {
  /** The number of calls per minute of an account; a system account may have its own limit. */
  perUser: number
  /**
   * The number of unauthenticated calls per minute and IP address.
   * All public calls and unknown routes share one limit for unauthenticated calls; each other route has its own.
   */
  perAddress: number
  /** The number of parallel calls of one account. */
  parallel: number
  /** The number of parallel calls of all callers. Further calls would only wait for the database until they time out. */
  inFlight: number
}

export const defaultCallLimits: CallLimits = {
  perUser: CALLS_PER_MINUTE,
  perAddress: 120,
  parallel: 64,
  inFlight: 1_000,
}

const WINDOW_SECONDS = 60

const tooMany = (seconds: number) => kitRefusals.tooMany().retryIn(seconds)
const overloaded = () => kitRefusals.away().retryIn(1)

/**
 * Creates the general limits on calls, which are kept in memory for each process.
 * Attempts at passwords and codes have their own limits, which are counted in the database.
 */
export function createCallLimiter({ perUser, perAddress, parallel, inFlight }: CallLimits) {
  const users = new RateLimiterMemory({ points: perUser, duration: WINDOW_SECONDS })
  const addresses = new RateLimiterMemory({ points: perAddress, duration: WINDOW_SECONDS })
  const ownLimits = new Map<number, RateLimiterMemory>()
  const running = new Map<string, number>()
  let totalRunning = 0

  const consume = (limiter: RateLimiterMemory, key: string) =>
    limiter.consume(key).catch((refused: RateLimiterRes) => {
      throw tooMany(refused.msBeforeNext / 1000)
    })

  /** Counts a call of a program and stores the remaining calls for the reply's headers, even if the call is refused. */
  const consumeOfProgram = async (request: FastifyRequest, limiter: RateLimiterMemory, key: string) => {
    const { points } = limiter
    request.rateLimit = { points, remaining: 0, seconds: WINDOW_SECONDS }
    const used = await consume(limiter, key)
    request.rateLimit = { points, remaining: used.remainingPoints, seconds: Math.ceil(used.msBeforeNext / 1000) }
  }

  const limiterOf = (points: number) => {
    const limiter = ownLimits.get(points) ?? new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
    ownLimits.set(points, limiter)
    return limiter
  }

  const leave = (request: FastifyRequest) => {
    if (request.entered === undefined) return
    totalRunning--
    const remaining = (running.get(request.entered) ?? 1) - 1
    if (remaining > 0) running.set(request.entered, remaining)
    else running.delete(request.entered)
    request.entered = undefined
  }

  return {
    /** Counts a request before any work for it, and refuses the request if the server is overloaded. */
    enter(request: FastifyRequest) {
      if (totalRunning >= inFlight) throw overloaded()
      totalRunning++
      request.entered = ''
    },
    /** Applies the limits of an account to a call. The limit of parallel calls does not apply to system accounts. */
    async admitUser(request: FastifyRequest, { kind, userId, sessionId, callsPerMinute }: Actor) {
      const user = `${kind} ${userId ?? sessionId}`
      if (kind === 'system') return consumeOfProgram(request, callsPerMinute ? limiterOf(callsPerMinute) : users, user)
      await consume(users, user)
      const parallelCalls = (running.get(user) ?? 0) + 1
      if (parallelCalls > parallel) throw tooMany(1)
      running.set(user, parallelCalls)
      request.entered = user
    },
    async admitUnauthenticated(request: FastifyRequest, route: string) {
      await consume(addresses, `${request.ip} ${route}`)
    },
    leave,
    install(app: FastifyInstance) {
      app.decorateRequest('entered', undefined)
      app.decorateRequest('rateLimit', undefined)
      app.addHook('onSend', async ({ rateLimit }, reply) => {
        if (!rateLimit) return
        const { points, remaining, seconds } = rateLimit
        reply.header('ratelimit-policy', `"account";q=${points};w=${WINDOW_SECONDS}`)
        reply.header('ratelimit', `"account";r=${remaining};t=${seconds}`)
      })
      // This hook also runs if the caller has disconnected, so that the running call is no longer counted.
      app.addHook('onResponse', async (request) => leave(request))
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account to which the running call is counted; undefined for a call that is not counted. */
    entered: string | undefined
    /** The limit on calls of a program, for its RateLimit headers. */
    rateLimit: { points: number; remaining: number; seconds: number } | undefined
  }
}
