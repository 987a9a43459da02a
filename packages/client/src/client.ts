import { type Calls, getPaths, keyedPaths } from './calls.ts'
import { CaratError, errorOf, noReply } from './errors.ts'

export type Path = keyof Calls
/** The calls that accept an Idempotency-Key. */
export type KeyedPath = (typeof keyedPaths)[number]
export type Request<P extends Path> = Calls[P]['request']
export type Reply<P extends Path> = Calls[P]['reply']

export type ClientOptions = {
  /** The address of the server, such as https://carat.example. */
  url: string
  clientId: string
  clientSecret: string
  /** Milliseconds after which a request without a reply fails. Default: 30,000. */
  timeoutMs?: number
  /** The maximum number of requests for one call. Default: 8. */
  attempts?: number
  /** The wait before the second request if the reply has no Retry-After; it doubles with each request. Default: 1,000. */
  firstWaitMs?: number
  /** A call that would have to wait longer fails, so that a customer does not wait. Default: 60,000 ms. */
  longestWaitMs?: number
  /** Replaces the global fetch, for example with one that uses a proxy. */
  fetch?: typeof fetch
  /** Waits between two requests. Tests replace it. */
  pause?: (milliseconds: number) => Promise<void>
}

export type CallOptions = {
  /**
   * The Idempotency-Key of a change, which a till stores with the action. Without it the client uses a random key for this call
   * and its retries, so that the call must not be repeated after a temporary error.
   */
  key?: string
  signal?: AbortSignal
}

/** A call that waits in the queue of a till, as the batch call takes it. */
export type QueuedCall = { [P in KeyedPath]: { Key: string; Path: P; Body: Request<P> } }[KeyedPath]
/** The final result of a queued call: its reply, or the refusal. */
export type QueueResult = { call: QueuedCall; status: number; reply?: Reply<KeyedPath>; error?: CaratError }

type Sent = { status: number; body: unknown; headers: Headers }
type Prepared = { method: string; url: string; headers: Record<string, string>; body?: string; signal?: AbortSignal }

const API_BASE = '/api/1.0'
const MAX_WAIT_MS = 60_000
/** The server refuses batches with more calls, and bodies above 1 MB. */
const BATCH_CALLS = 500
const BATCH_BYTES = 900_000
/** The Date header has whole seconds, so smaller differences of the clocks are ignored. */
const CLOCK_STEP_MS = 5_000

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** A client of the Carat API for tills and other programs. */
export class CaratClient {
  readonly #options: Required<ClientOptions>
  #token: { value: string; renewAt: number } | undefined
  #signIn: Promise<string> | undefined
  #clockOffset = 0
  readonly #stored = new Map<Path, { tag: string; reply: unknown }>()

  constructor(options: ClientOptions) {
    const defaults = {
      timeoutMs: 30_000,
      attempts: 8,
      firstWaitMs: 1_000,
      longestWaitMs: MAX_WAIT_MS,
      fetch,
      pause: sleep,
    }
    this.#options = { ...defaults, ...options, url: options.url.replace(/\/+$/, '') }
  }

  /** The server's time, by the Date header of the last reply and the clock of this machine. */
  serverTime(): Date {
    return new Date(Date.now() + this.#clockOffset)
  }

  /** Signs in now, to check the credentials. Calls sign in by themselves. */
  async signIn(): Promise<void> {
    await this.#currentToken()
  }

  /** Makes a call with its retries. Throws a CaratError for a refusal, and if there is no reply after all attempts. */
  async call<P extends Path>(path: P, request: Request<P>, { key, signal }: CallOptions = {}): Promise<Reply<P>> {
    const isGet = (getPaths as readonly Path[]).includes(path)
    const stored = this.#stored.get(path)
    const headers: Record<string, string> = isGet
      ? { ...(stored && { 'if-none-match': stored.tag }) }
      : {
          'content-type': 'application/json',
          ...((keyedPaths as readonly Path[]).includes(path) && { 'idempotency-key': key ?? crypto.randomUUID() }),
        }
    const prepared: Prepared = { method: isGet ? 'GET' : 'POST', url: API_BASE + path, headers }
    if (!isGet) prepared.body = JSON.stringify(request)
    if (signal) prepared.signal = signal
    const sent = await this.#sendSignedIn(prepared)
    if (sent.status === 304 && stored) return stored.reply as Reply<P>
    const tag = isGet ? sent.headers.get('etag') : null
    if (tag) this.#stored.set(path, { tag, reply: sent.body })
    return sent.body as Reply<P>
  }

  /**
   * Sends queued calls in their order, in batches, and yields each final result: remove that call from the queue.
   * Throws a CaratError if the server is away; the calls without a result are still to be sent.
   */
  async *sendQueue(queue: readonly QueuedCall[], signal?: AbortSignal): AsyncGenerator<QueueResult, void> {
    let attempt = 0
    for (let next = 0; next < queue.length; ) {
      const calls = queue.slice(next, next + batchSize(queue, next))
      const options = signal ? { signal } : {}
      const { Results } = await this.call('/till/batch', { Calls: calls as Request<'/till/batch'>['Calls'] }, options)
      // After a 503 the remaining calls of the batch were not attempted.
      const away = Results.findIndex(({ Status }) => Status === 503)
      const final = away < 0 ? Results : Results.slice(0, away)
      for (const [index, { Status: status, Reply: reply }] of final.entries()) {
        const call = calls[index]!
        yield status < 300
          ? { call, status, reply: reply as Reply<KeyedPath> }
          : { call, status, error: errorOf(call.Path, status, reply) }
      }
      next += final.length
      attempt = final.length > 0 ? 0 : attempt + 1
      if (away < 0) continue
      if (attempt >= this.#options.attempts) throw errorOf('/till/batch', 503, Results[away]!.Reply)
      await this.#options.pause(this.#waitAfter(attempt + 1))
    }
  }

  /** Sends a request with a token. After a 401 it signs in once more and repeats the request with the same key. */
  async #sendSignedIn(prepared: Prepared): Promise<Sent> {
    for (let isRepeated = false; ; isRepeated = true) {
      const token = await this.#currentToken()
      const headers = { ...prepared.headers, authorization: `Bearer ${token}` }
      try {
        return await this.#sendWithRetries({ ...prepared, headers })
      } catch (error) {
        if (isRepeated || !(error instanceof CaratError) || error.status !== 401) throw error
        // Another call may have renewed the token meanwhile.
        if (this.#token?.value === token) this.#token = undefined
      }
    }
  }

  /** Returns a token that is valid for the next request. Simultaneous calls share one sign-in. */
  async #currentToken(): Promise<string> {
    if (this.#token && performance.now() < this.#token.renewAt) return this.#token.value
    this.#signIn ??= this.#requestToken().finally(() => {
      this.#signIn = undefined
    })
    return this.#signIn
  }

  async #requestToken(): Promise<string> {
    const { clientId, clientSecret } = this.#options
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const { body } = await this.#sendWithRetries({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    const { access_token: value, expires_in: seconds } = body as { access_token: string; expires_in: number }
    // Renews the token a minute before its end, or in the second half of a short life.
    this.#token = { value, renewAt: performance.now() + Math.max(seconds - 60, seconds / 2) * 1_000 }
    return value
  }

  /** Repeats a request after a lost reply, 429 and 503, and once after 500. Throws a CaratError for other refusals. */
  async #sendWithRetries(prepared: Prepared): Promise<Sent> {
    const { attempts, longestWaitMs, pause } = this.#options
    for (let attempt = 1; ; attempt++) {
      const { sent, error } = await this.#sendOnce(prepared)
      if (sent) return sent
      const isLast = attempt >= (error.status === 500 ? Math.min(2, attempts) : attempts)
      const wait = error.retryAfterMs ?? this.#waitAfter(attempt)
      if (isLast || !error.isTemporary || error.status === 401 || wait > longestWaitMs) throw error
      await pause(wait)
    }
  }

  async #sendOnce({
    url,
    ...request
  }: Prepared): Promise<{ sent: Sent; error?: never } | { sent?: never; error: CaratError }> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs)
    const { fetch } = this.#options
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    try {
      const response = await fetch(this.#options.url + url, { ...request, signal, redirect: 'manual' })
      const { status, headers } = response
      const text = await response.text()
      this.#compareClocks(headers.get('date'))
      if (status >= 300 && status !== 304) return { error: errorOf(url, status, parseJson(text), headers) }
      return { sent: { status, headers, body: text === '' ? {} : JSON.parse(text) } }
    } catch (cause) {
      if (request.signal?.aborted) throw cause
      return { error: noReply(url, cause) }
    }
  }

  #waitAfter(attempt: number) {
    return Math.min(this.#options.firstWaitMs * 2 ** (attempt - 1), MAX_WAIT_MS)
  }

  #compareClocks(date: string | null) {
    const offset = date ? Date.parse(date) - Date.now() : Number.NaN
    if (Math.abs(offset - this.#clockOffset) > CLOCK_STEP_MS) this.#clockOffset = offset
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The number of calls from the index `next` that fit into one batch; at least one. */
function batchSize(queue: readonly QueuedCall[], next: number) {
  let bytes = 0
  let size = 0
  while (size < BATCH_CALLS && next + size < queue.length) {
    bytes += new TextEncoder().encode(JSON.stringify(queue[next + size])).length + 1
    if (bytes > BATCH_BYTES && size > 0) break
    size++
  }
  return size
}
