import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import { EndpointWorker, type WorkerSettings } from './endpoint-worker.ts'
import { LEASE_MS } from './read-work.ts'
import { Semaphore } from './semaphore.ts'

/** The parallel requests of a process to all endpoints. */
const REQUESTS_PER_PROCESS = 64
const POLL_MS = 250
/** The time in which requests may end when the server stops; after it they are aborted and sent again later. */
const STOP_MS = 2_000

type Claimed = { EndpointId: number; Failures: number }

/**
 * Claims the endpoints for which something is due and which no other process has claimed.
 * A claim ends by itself, so that another process continues if this one is killed.
 */
async function claimEndpoints(
  context: ServerJobContext,
  holder: string,
  except: readonly number[],
): Promise<Claimed[]> {
  const now = context.clock()
  return inJobTransaction(context, { preparePlans: true }, async (db) => {
    const { rows } = await sql<Claimed>`
      with due as (
        select progress.endpoint_id from webhook_progress progress
        join webhook_endpoint endpoint on endpoint.endpoint_id = progress.endpoint_id and endpoint.status = 'Active'
        where progress.endpoint_id <> all (${except}::bigint[])
          and (claimed_until is null or claimed_until <= ${now}) and (retry_at is null or retry_at <= ${now})
          and (exists (select from webhook_stream stream, event_head head where stream.endpoint_id = progress.endpoint_id
              and stream.status = 'Running' and stream.position < least(coalesce(stream.end_position, head.last_position), head.last_position))
            or exists (select from webhook_line line where line.endpoint_id = progress.endpoint_id
              and line.status = 'Waiting' and line.next_attempt_at <= ${now}))
        order by progress.endpoint_id for update of progress skip locked)
      update webhook_progress progress set claimed_by = ${holder}, claimed_until = ${new Date(now.getTime() + LEASE_MS)}
      from due where progress.endpoint_id = due.endpoint_id
      returning progress.endpoint_id, failures`.execute(db)
    return rows
  })
}

const releaseClaim = (context: ServerJobContext, holder: string, endpointId: number) =>
  inJobTransaction(context, { preparePlans: true }, (db) =>
    sql`update webhook_progress set claimed_by = null, claimed_until = null
      where endpoint_id = ${endpointId} and claimed_by = ${holder}`.execute(db),
  )

export type DeliverySettings = Partial<Pick<WorkerSettings, 'holder' | 'limits' | 'resolve' | 'random' | 'isStopped'>>

/** Runs the workers of a process, at most one for each endpoint. */
class Dispatcher {
  readonly #context: ServerJobContext
  readonly #settings: WorkerSettings
  readonly #abort = new AbortController()
  readonly #workers = new Map<number, Promise<void>>()
  #error: unknown

  constructor(context: ServerJobContext, { isStopped = () => false, ...settings }: DeliverySettings) {
    this.#context = context
    const requests = new Semaphore(REQUESTS_PER_PROCESS)
    this.#settings = { holder: randomUUID(), requests, signal: this.#abort.signal, isStopped, ...settings }
  }

  /** Starts a worker for each endpoint with due work. Resolves to the number of started workers. */
  async start(): Promise<number> {
    const claimed = await claimEndpoints(this.#context, this.#settings.holder, [...this.#workers.keys()])
    for (const endpoint of claimed) {
      const work = this.#runWorker(endpoint)
        .catch((error: unknown) => {
          this.#error = error
        })
        .finally(() => this.#workers.delete(endpoint.EndpointId))
      this.#workers.set(endpoint.EndpointId, work)
    }
    return claimed.length
  }

  async #runWorker(endpoint: Claimed) {
    await new EndpointWorker(this.#context, endpoint, this.#settings).run()
    await releaseClaim(this.#context, this.#settings.holder, endpoint.EndpointId)
  }

  /** Throws the error of a worker that has failed. The claim of its endpoint ends by itself. */
  throwError() {
    const error = this.#error
    this.#error = undefined
    if (error) throw error
  }

  async finish(): Promise<void> {
    await Promise.all(this.#workers.values())
  }

  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#abort.abort(), STOP_MS)
    await this.finish()
    clearTimeout(timer)
  }
}

/** Delivers everything that is due now, or until `isStopped`. */
export async function deliverDueEvents(context: ServerJobContext, settings: DeliverySettings = {}): Promise<void> {
  const dispatcher = new Dispatcher(context, settings)
  while (!settings.isStopped?.() && (await dispatcher.start()) > 0) {
    await dispatcher.finish()
    dispatcher.throwError()
  }
}

/** Delivers events until the server stops. Several processes share the endpoints. */
export async function deliverEvents(context: ServerJobContext, isStopped: () => boolean): Promise<void> {
  const dispatcher = new Dispatcher(context, { isStopped })
  try {
    while (!isStopped()) {
      await dispatcher.start()
      dispatcher.throwError()
      await delay(POLL_MS)
    }
  } finally {
    await dispatcher.stop()
  }
}
