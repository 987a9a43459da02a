import type { Endpoint, Reply, WebRequestBody } from '#kit/contract/endpoint.ts'
import type { RefusalDetail, RefusalParams } from '#kit/contract/refusal.ts'
import { canSendChanges, trackCallOutcome } from './connection.ts'

/** A failed call: an error response, or a network failure with `statusCode` 0. */
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
 * True if the server refused a change for good, so that a retry is a new attempt.
 * After other errors (no reply, 401, 429, 5xx) the change may have succeeded although its reply was lost.
 * A retry after such an error must have the same idempotency key.
 */
export const isFinalRefusal = (error: unknown) =>
  error instanceof CallError &&
  error.statusCode >= 400 &&
  error.statusCode < 500 &&
  ![401, 408, 429].includes(error.statusCode)

/**
 * Reads the body of an error response, which may come from a proxy.
 * Uses the first of several messages, shows a message without a code unchanged, and otherwise returns a generic text.
 */
export function parseErrorReply(reply: unknown): Partial<CallError> & { message: string } {
  const answer = (reply ?? {}) as Partial<CallError> & { message?: unknown }
  const message: unknown = Array.isArray(answer.message) ? answer.message[0] : answer.message
  if (typeof message !== 'string' || message === '') return { code: 'kit.unsaid', message: 'An error occured' }
  return { ...answer, code: answer.code ?? 'kit.unknown', message }
}

/** True if the server has no such record. A 404 from a proxy does not count, because it lacks our error codes. */
export const isNotFoundError = (error: unknown): boolean =>
  error instanceof CallError && error.statusCode === 404 && !error.code.startsWith('kit.un')

type CallOptions = { idempotencyKey?: string; signal?: AbortSignal }

/** The base URL of the API, which is below the base path of the page. */
export const apiBaseUrl = `${(import.meta.env?.BASE_URL ?? '/').replace(/\/$/, '')}/api/1.0`

const CALL_TIMEOUT_MS = 60_000

/** The application that makes the calls. Each application has its own session cookie. */
let client = 'web'
export const setWebClientName = (name: 'self-service') => {
  client = name
}

let onSignedOut: (error: CallError) => Promise<boolean> = async () => false

/** Sets the handler for 401 errors, which opens a sign-in dialog. If the handler resolves to `true`, the call is repeated. */
export const setSignedOutHandler = (handler: typeof onSignedOut) => {
  onSignedOut = handler
}

let onRefused: () => Promise<unknown> = async () => {}

/** Sets the handler that loads translated error texts before an error is thrown. */
export const setErrorTextLoader = (handler: typeof onRefused) => {
  onRefused = handler
}

let onChanged: (change: Endpoint, reply: unknown) => void = () => {}

/** Sets the handler that runs after every successful change: see kit/web/renewal.ts. */
export const setChangeHandler = (handler: typeof onChanged) => {
  onChanged = handler
}

/** True if the server did not explain the error, so that the caller must name the failed action. */
export const isUnexplainedError = (error: unknown) => !(error instanceof CallError) || error.code === 'kit.unexpected'

/** Calls an endpoint of the contract. Rejects with a CallError that has the server's message. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: WebRequestBody<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  try {
    return await callOnce(endpoint, input, options)
  } catch (error) {
    const expired = error instanceof CallError && error.statusCode === 401 && endpoint.access !== 'public'
    if (expired && (await onSignedOut(error))) return callOnce(endpoint, input, options)
    throw error
  }
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: WebRequestBody<E>,
  { idempotencyKey, signal }: CallOptions,
): Promise<Reply<E>> {
  if (endpoint.kind === 'change' && !canSendChanges())
    throw new CallError(0, { code: 'kit.offline', message: 'You are offline; nothing was saved' })
  const { url, body } = buildRequest(endpoint, input as Record<string, unknown>)
  const endCall = trackCallOutcome()
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
    // Does not count an aborted request as a network failure, because the page aborted the request itself.
    endCall(signal?.aborted ? 'given up' : 'lost')
    if (signal?.aborted) throw cause
    throw new CallError(0, { code: 'kit.unreachable', message: 'Something went wrong' })
  })
  endCall('arrived')
  const reply = await response.json().catch(() => undefined)
  if (response.ok) {
    if (endpoint.kind === 'change') onChanged(endpoint, reply)
    return reply as Reply<E>
  }
  // Shows the server's message if the translated texts cannot be loaded.
  if (response.status !== 401) await onRefused().catch(() => {})
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  throw new CallError(
    response.status,
    parseErrorReply(reply),
    response.headers.get('x-request-id') ?? undefined,
    retryAfter,
  )
}

/**
 * Fills the path parameters of the call's URL from its input by name.
 * The remaining fields of the input become the query of a GET, or the JSON body of other methods.
 */
function buildRequest(endpoint: Endpoint, input: Record<string, unknown>) {
  const remaining = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = remaining[name]
    delete remaining[name]
    return encodeURIComponent(String(value))
  })
  if (endpoint.method !== 'GET') return { url: apiBaseUrl + path, body: JSON.stringify(remaining) }
  const query = new URLSearchParams(
    Object.entries(remaining)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
  return { url: `${apiBaseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, body: undefined }
}
