import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Clock, systemClock } from '#kit/server/clock.ts'
import type { Services } from '#kit/server/ctx.ts'
import { kitRefusals } from '#kit/server/errors.ts'
import { type Route, serve } from '#kit/server/serve.ts'
import { type Fault, moveClock, planFaults } from './contract.ts'

/** A request as it arrived, for the conformance kit. Times are milliseconds of a monotonic clock. */
export type RecordedRequest = {
  path: string
  /** The path of the recorded request with the query string. */
  address: string
  key: string | null
  authorization: string | null
  body: unknown
  arrivedAt: number
  /** The time of the reply; undefined while the call runs, and if the connection was cut. */
  answeredAt: number | undefined
  /** The HTTP status of the reply, or 0 if the connection was cut. */
  status: number
  fault: Fault | undefined
}

/** The movable clock, the planned faults and the recorded requests of one server. */
export type Sandbox = {
  clock: Clock
  setClock: (moment: Date) => void
  /** Moves the clock of the sandbox forward by milliseconds; a negative number moves it back. */
  advance: (milliseconds: number) => void
  planFaults: (faults: readonly Fault[]) => void
  /** Returns the requests since the previous call of this function, at most RECORDED_MAX. */
  takeRequests: () => RecordedRequest[]
  routes: readonly Route[]
  /** Adds faults and the Date header to all routes that are registered after this call. Throws outside the demo. */
  install: (app: FastifyInstance, services: Pick<Services, 'demo'>) => void
}

const RECORDED_MAX = 10_000

/** Creates a sandbox whose clock initially shows the time of the given clock. */
export function createSandbox(base: Clock = systemClock): Sandbox {
  let shift = 0
  let faults: Fault[] = []
  let recorded: RecordedRequest[] = []
  const clock = () => new Date(base().getTime() + shift)
  const setClock = (moment: Date) => {
    shift = moment.getTime() - base().getTime()
  }
  const advance = (milliseconds: number) => {
    shift += milliseconds
  }
  const plan = (planned: readonly Fault[]) => {
    faults = planned.map((fault) => ({ ...fault }))
  }
  const takeFault = (path: string) => {
    const fault = faults.find(({ Path }) => Path === path)
    if (fault && --fault.Requests === 0) faults.splice(faults.indexOf(fault), 1)
    return fault
  }

  return {
    clock,
    setClock,
    advance,
    planFaults: plan,
    takeRequests: () => recorded.splice(0),
    routes: [
      serve(moveClock, async (_, { Now, Advance }) => {
        if (Now) setClock(new Date(Now))
        if (Advance) advance(millisecondsOf(Advance))
        return { Now: clock().toISOString() }
      }),
      serve(planFaults, async (_, { Faults }) => {
        plan(Faults)
        return { Faults: faults }
      }),
    ],
    install(app, { demo }) {
      if (!demo) throw new Error('A sandbox needs the data of the demo')
      app.decorateRequest('recorded', undefined)
      // A fault is applied after the body was read, so that a refused request is recorded with its body.
      app.addHook('preHandler', async (request, reply) => {
        const record = recordOf(request)
        if (record.path.startsWith('/api/1.0/dev/')) return
        request.recorded = record
        recorded.push(record)
        if (recorded.length > RECORDED_MAX) recorded = recorded.slice(-RECORDED_MAX)
        const fault = takeFault(record.path)
        record.fault = fault && { ...fault }
        if (!fault) return
        await sleep(fault.DelayMs)
        if (fault.Cut === 'Before') {
          request.raw.socket.destroy()
          return reply.status(503).send()
        }
        if (fault.Status === 429) throw kitRefusals.tooMany().retryIn(fault.RetryAfter)
        if (fault.Status === 503) throw kitRefusals.away().retryIn(fault.RetryAfter)
      })
      app.addHook('onSend', async (request, reply) => {
        // Tills compare their clock with the Date header of a reply, as they do at a real server.
        reply.header('date', clock().toUTCString())
        const { recorded: record } = request
        if (!record) return
        if (record.fault?.Cut === 'After') request.raw.socket.destroy()
        if (record.fault?.Cut) return
        record.answeredAt = performance.now()
        record.status = reply.statusCode
      })
    },
  }
}

function recordOf({ url, headers, body }: FastifyRequest): RecordedRequest {
  const key = headers['idempotency-key']
  return {
    path: url.split('?')[0]!,
    address: url,
    key: typeof key === 'string' ? key : null,
    authorization: headers.authorization ?? null,
    body,
    arrivedAt: performance.now(),
    answeredAt: undefined,
    status: 0,
    fault: undefined,
  }
}

/** Returns the milliseconds of an ISO duration that the contract accepted. */
function millisecondsOf(duration: string) {
  const part = (unit: string, text: string | undefined) =>
    Number(new RegExp(`(\\d+)${unit}`).exec(text ?? '')?.[1] ?? 0)
  const [days, time] = duration.split('T')
  const seconds = part('D', days) * 86_400 + part('H', time) * 3_600 + part('M', time) * 60 + part('S', time)
  return (duration.startsWith('-') ? -1 : 1) * seconds * 1_000
}

declare module 'fastify' {
  interface FastifyRequest {
    recorded: RecordedRequest | undefined
  }
}
