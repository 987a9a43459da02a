import { setTimeout as delay } from 'node:timers/promises'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import { pauseAutomatically } from '../automatic-pause.ts'
import { openWebhookSecrets } from '../secrets.ts'
import { openConnections, REQUEST_LIMITS, type RequestLimits, type ResolveHost } from '../send-request.ts'
import { deliverEvent, type EventTarget } from './deliver-event.ts'
import { LineTask, type SendEvent } from './line-task.ts'
import { lineKey, linesOfWindow, readWork, type StreamWindow, type Work } from './read-work.ts'
import { type RecordedLine, recordResults, retryAllLines, type StreamMove, skippedLines } from './record-results.ts'
import { ENDPOINT_FAILING_MS, FAILURES_OF_ENDPOINT, nextEndpointAttempt } from './retries.ts'
import { Semaphore } from './semaphore.ts'

/** The parallel requests to one endpoint, and those of them that may be retries. */
const REQUESTS_PER_ENDPOINT = 8
const RETRIES_PER_ENDPOINT = 4
const LINES_PER_ROUND = 50
/** The bounds of the events that a round reads; a round reads what the endpoint accepts in two seconds. */
const EVENTS_PER_ROUND = { first: 100, min: 8, max: 2_000, ms: 2_000 }
/** The time after which a round no longer waits for slow lines. */
const ROUND_MS = 500
const POLL_MS = 50
/** A request starts only if the claim lasts longer than the request by this time. */
const RESERVE_MS = 5_000

export type WorkerSettings = {
  holder: string
  /** Limits the requests of the process. */
  requests: Semaphore
  /** Aborts the requests in progress when the server stops. */
  signal: AbortSignal
  isStopped: () => boolean
  limits?: RequestLimits
  resolve?: ResolveHost
  random?: () => number
}

type Round = { target: EventTarget; fromWindows: LineTask[]; tasks: LineTask[]; successes: number; failures: number }

/** Delivers the events of one endpoint, which this process has claimed, until nothing is due. */
export class EndpointWorker {
  readonly #context: ServerJobContext
  readonly #endpointId: number
  readonly #settings: WorkerSettings
  readonly #connections = openConnections(REQUESTS_PER_ENDPOINT)
  readonly #slots = new Semaphore(REQUESTS_PER_ENDPOINT)
  readonly #retrySlots = new Semaphore(RETRIES_PER_ENDPOINT)
  /** The lines for which a round no longer waits. */
  readonly #slow = new Map<string, Promise<void>>()
  #claimedUntil = 0
  #maxEvents = EVENTS_PER_ROUND.first
  /** The failures in a row of events that were sent for the first time. */
  #failures: number
  #isOver = false

  constructor(context: ServerJobContext, claimed: { EndpointId: number; Failures: number }, settings: WorkerSettings) {
    this.#context = context
    this.#endpointId = claimed.EndpointId
    this.#failures = claimed.Failures
    this.#settings = settings
  }

  async run(): Promise<void> {
    try {
      while (!this.#isOver && !this.#settings.isStopped()) {
        if (await this.#runRound()) continue
        if (this.#slow.size === 0) break
        await Promise.race([...this.#slow.values(), delay(POLL_MS)])
      }
    } finally {
      await Promise.all(this.#slow.values())
      this.#connections.close()
    }
  }

  get #isFailing() {
    return this.#failures >= FAILURES_OF_ENDPOINT
  }

  /** Sends one window of events and the lines that are due. Resolves to false if there was nothing to do. */
  async #runRound(): Promise<boolean> {
    const work = await this.#readWork()
    if (!work) return false
    const secrets = openWebhookSecrets(this.#context.services, work.endpoint, this.#context.clock())
    if (!secrets || work.areEventsDeleted) {
      await this.#pause(secrets ? 'Events deleted' : 'Secret lost')
      return false
    }
    const fromWindows = work.windows.flatMap(linesOfWindow).map((line) => new LineTask(line))
    const fromLines = work.dueLines.map((line) => new LineTask(line))
    const tasks = [...fromWindows, ...fromLines]
    if (tasks.length === 0 && work.windows.every(({ position, end }) => position === end)) return false
    const target = { endpointId: this.#endpointId, url: work.endpoint.Url, secrets, epoch: work.head.Epoch }
    await this.#send({ target, fromWindows, tasks, successes: 0, failures: 0 })
    await this.#recordRound(tasks, fromWindows, work.windows)
    return true
  }

  async #readWork(): Promise<Work | undefined> {
    const work = await inJobTransaction(this.#context, { preparePlans: true }, (db) =>
      readWork(db, {
        endpointId: this.#endpointId,
        holder: this.#settings.holder,
        now: this.#context.clock(),
        // A failing endpoint gets one event and one line to find out whether it accepts requests again.
        maxEvents: this.#isFailing ? 1 : this.#maxEvents,
        maxLines: this.#isFailing ? 1 : LINES_PER_ROUND,
        inFlight: [...this.#slow.keys()],
      }),
    )
    if (work) this.#claimedUntil = work.claimedUntil.getTime()
    else this.#isOver = true
    return work
  }

  /** Sends the events of the round. Resolves when all lines have ended, or have begun and are slow. */
  async #send(round: Round) {
    const startedAt = performance.now()
    const running = round.tasks.map((task) => ({ task, done: task.run(this.#senderOf(round)) }))
    const ended = Promise.all(running.map(({ done }) => done)).then(() => true)
    const haveBegun = () => round.fromWindows.every(({ hasStarted, isSettled }) => hasStarted || isSettled)
    while (!(await Promise.race([ended, delay(POLL_MS, false)])))
      if (performance.now() - startedAt >= ROUND_MS && haveBegun()) break
    for (const { task, done } of running) if (!task.isSettled) this.#detach(task, done)
    const perMs = (round.successes + round.failures) / Math.max(performance.now() - startedAt, 1)
    if (round.successes > 0) {
      const { min, max, ms } = EVENTS_PER_ROUND
      this.#maxEvents = Math.round(Math.min(max, Math.max(min, perMs * ms)))
    }
  }

  #senderOf(round: Round): SendEvent {
    const { signal, limits, resolve } = this.#settings
    return async (event, task) => {
      const release = await this.#acquire(task)
      try {
        if (task.isDetached || this.#mustStop(round)) return undefined
        task.hasStarted = true
        const attempt = await deliverEvent(round.target, event, task.earlierAttempts + 1, this.#context.clock(), {
          allowed: this.#context.services.eventHosts,
          connections: this.#connections,
          signal,
          ...(limits && { limits }),
          ...(resolve && { resolve }),
        })
        if (attempt.error === null) round.successes++
        else round.failures++
        return attempt
      } catch (error) {
        if (signal.aborted) return undefined
        throw error
      } finally {
        release()
      }
    }
  }

  async #acquire({ work: { stored } }: LineTask) {
    const releaseRetry = stored ? await this.#retrySlots.acquire() : undefined
    const releaseSlot = await this.#slots.acquire()
    const releaseRequest = await this.#settings.requests.acquire()
    return () => {
      releaseRequest()
      releaseSlot()
      releaseRetry?.()
    }
  }

  /** True if no request may start: the endpoint fails, its claim could end during the request, or the server stops. */
  #mustStop({ successes, failures }: Round) {
    const isFailing = successes === 0 && failures >= FAILURES_OF_ENDPOINT
    const { ms } = this.#settings.limits ?? REQUEST_LIMITS
    const isClaimed = this.#context.clock().getTime() + ms + RESERVE_MS < this.#claimedUntil
    return isFailing || !isClaimed || this.#settings.isStopped()
  }

  /** Lets a slow line end by itself, so that the other lines go on. */
  #detach(task: LineTask, done: Promise<void>) {
    const key = lineKey(task.work.streamId, task.work.line)
    task.detach()
    const recorded = done.then(() => this.#record([task], [], [])).finally(() => this.#slow.delete(key))
    recorded.catch(() => {})
    this.#slow.set(key, recorded)
  }

  /** Records the round. If no event was delivered, a stream stays before the first event that was not tried. */
  async #recordRound(tasks: LineTask[], fromWindows: LineTask[], windows: StreamWindow[]) {
    const hasDelivered = fromWindows.some((task) => task.hasDelivered)
    const untried = hasDelivered ? [] : fromWindows.filter(({ hasStarted }) => !hasStarted)
    const moves = windows.map(({ streamId, position, end }): StreamMove => {
      const first = untried.filter(({ work }) => work.streamId === streamId).map(({ work }) => work.events[0]!.Position)
      return { streamId, position: first.length === 0 ? end : Math.max(position, Math.min(...first) - 1) }
    })
    const positions = new Map(moves.map(({ streamId, position }) => [streamId, position]))
    const stored = windows.flatMap(skippedLines).filter((line) => line.position <= positions.get(line.streamId)!)
    for (const { work, isDetached } of fromWindows)
      if (isDetached) stored.push({ streamId: work.streamId, line: work.line, position: work.stored!.position })
    await this.#record(
      tasks.filter((task) => !task.isDetached && !untried.includes(task)),
      moves,
      stored,
    )
  }

  async #record(tasks: LineTask[], streams: StreamMove[], lines: RecordedLine[]) {
    const now = this.#context.clock()
    const random = this.#settings.random ?? Math.random
    const attempts = tasks.flatMap((task) => task.attempts)
    const hasSucceeded = attempts.some(({ error }) => error === null)
    const failed = attempts.filter(({ error }) => error !== null)
    const wasFailing = this.#isFailing
    // Retries of one line do not count, because the endpoint may accept the events of other lines.
    if (hasSucceeded) this.#failures = 0
    else this.#failures += failed.filter(({ attempt }) => wasFailing || attempt === 1).length
    const retryAfterMs = Math.max(0, ...failed.map((attempt) => attempt.retryAfterMs))
    const failures = this.#failures - FAILURES_OF_ENDPOINT
    const retryAt = this.#isFailing ? nextEndpointAttempt({ failures, retryAfterMs, now, random }) : null
    const endpointId = this.#endpointId
    const { holder } = this.#settings
    const results = { endpointId, holder, now, random, tasks, failures: this.#failures, retryAt, streams, lines }
    const progress = await inJobTransaction(this.#context, { preparePlans: true }, async (db) => {
      const recorded = await recordResults(db, results)
      if (!recorded) return undefined
      if (hasSucceeded && wasFailing) await retryAllLines(db, endpointId, now)
      const reason = pauseReasonOf(failed, recorded.FailingSince, now)
      if (reason) await pauseAutomatically(this.#context, db, endpointId, reason, now)
      return recorded
    })
    for (const task of tasks) task.attempts.length = 0
    if (progress) this.#claimedUntil = progress.claimedUntil.getTime()
    if (!progress || this.#isFailing) this.#isOver = true
  }

  #pause(reason: 'Events deleted' | 'Secret lost') {
    this.#isOver = true
    return inJobTransaction(this.#context, {}, (db) =>
      pauseAutomatically(this.#context, db, this.#endpointId, reason, this.#context.clock()),
    )
  }
}

function pauseReasonOf(failed: readonly { statusCode: number | null }[], failingSince: string | null, now: Date) {
  if (failed.length === 0) return undefined
  if (failed.some(({ statusCode }) => statusCode === 410)) return 'Gone'
  const isLong = failingSince !== null && now.getTime() - Date.parse(failingSince) >= ENDPOINT_FAILING_MS
  return isLong ? 'Failing' : undefined
}
