import type { Endpoint, Reply, SentByPage } from '#kit/contract/endpoint.ts'
import type { RefusalDetail, RefusalParams } from '#kit/contract/refusal.ts'
import { beginCall, mayWrite } from './connection.ts'

/** A call that did not succeed: the server's refusal, or the network's (`statusCode` 0). */
export class CallError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly params: RefusalParams
  readonly details: RefusalDetail[]
  readonly requestId: string | undefined
  readonly current: unknown
  readonly retryAfter: number | undefined

  constructor(
    statusCode: number,
    reply: Partial<CallError> & { message: string },
    requestId?: string,
    retryAfter?: number,
  ) {
    super(reply.message)
    this.name = 'CallError'
    this.statusCode = statusCode
    this.code = reply.code ?? 'kit.unexpected'
    this.params = reply.params ?? {}
    this.details = reply.details ?? []
    this.current = reply.current
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/**
 * What an answer of failure says. Something between here and the server may answer too: of several messages the first
 * counts, and its own words are shown, because there is no text for them; often it says nothing at all.
 */
export function heard(reply: unknown): Partial<CallError> & { message: string } {
  const answer = (reply ?? {}) as Partial<CallError> & { message?: unknown }
  const message: unknown = Array.isArray(answer.message) ? answer.message[0] : answer.message
  if (typeof message !== 'string' || message === '') return { code: 'kit.unsaid', message: 'An error occured' }
  return { ...answer, code: answer.code ?? 'kit.unknown', message }
}

/** The server knows no such record. What stands between here and the server answers 404 too, without a code of ours, and knows no records. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CallError && error.statusCode === 404 && !error.code.startsWith('kit.un')

type CallOptions = { idempotencyKey?: string; signal?: AbortSignal }

/** Where the API lies: below the base path that the page was served under. */
export const apiBase = `${(import.meta.env?.BASE_URL ?? '/').replace(/\/$/, '')}/api/1.0`

const CALL_TIMEOUT_MS = 60_000

/** Which of our applications asks: each has its session in a cookie of its own. */
let client = 'web'
export const callAs = (name: 'self-service') => {
  client = name
}

let onSignedOut: (error: CallError) => Promise<boolean> = async () => false

/** The shell says what happens on 401: a sign-in dialog over the page; `true` means "signed in again, repeat the call". */
export const whenSignedOut = (handler: typeof onSignedOut) => {
  onSignedOut = handler
}

let onRefused: () => Promise<unknown> = async () => {}

/** What has to be there before a refusal is read: its words in the reader's language. */
export const whenRefused = (handler: typeof onRefused) => {
  onRefused = handler
}

let onChanged: (change: Endpoint, reply: unknown) => void = () => {}

/** What follows every change that was made, no matter who made it: kit/web/renewal.ts. */
export const whenChanged = (handler: typeof onChanged) => {
  onChanged = handler
}

/** Nobody said a word of what was wrong: what failed has to be said by who asked for it. */
export const saysNothing = (error: unknown) => !(error instanceof CallError) || error.code === 'kit.unexpected'

/** Makes a call of the contract. Rejects with a CallError whose message is the server's own. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: SentByPage<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  try {
    return await attempt(endpoint, input, options)
  } catch (error) {
    const expired = error instanceof CallError && error.statusCode === 401 && endpoint.access !== 'public'
    if (expired && (await onSignedOut(error))) return attempt(endpoint, input, options)
    throw error
  }
}

async function attempt<E extends Endpoint>(
  endpoint: E,
  input: SentByPage<E>,
  { idempotencyKey, signal }: CallOptions,
): Promise<Reply<E>> {
  if (endpoint.kind === 'change' && !mayWrite())
    throw new CallError(0, { code: 'kit.offline', message: 'You are offline; nothing was saved' })
  const { url, body } = address(endpoint, input as Record<string, unknown>)
  const ended = beginCall()
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
  const response = await fetch(url, {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      'x-carat-client': client,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((cause: Error) => {
    // Given up by the page itself: that says nothing about the network.
    ended(signal?.aborted ? 'given up' : 'lost')
    if (signal?.aborted) throw cause
    throw new CallError(0, { code: 'kit.unreachable', message: 'Something went wrong' })
  })
  ended('arrived')
  const reply = await response.json().catch(() => undefined)
  if (response.ok) {
    if (endpoint.kind === 'change') onChanged(endpoint, reply)
    return reply as Reply<E>
  }
  // Without them the server's own words are shown.
  if (response.status !== 401) await onRefused().catch(() => {})
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  throw new CallError(response.status, heard(reply), response.headers.get('x-request-id') ?? undefined, retryAfter)
}

/** Path parameters are taken from the input by name; what remains is the query of a GET or the JSON body. */
function address(endpoint: Endpoint, input: Record<string, unknown>) {
  const rest = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.method !== 'GET') return { url: apiBase + path, body: JSON.stringify(rest) }
  const query = new URLSearchParams(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
  return { url: `${apiBase}${path}${query.size > 0 ? `?${query}` : ''}`, body: undefined }
}
