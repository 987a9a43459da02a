import { expect } from 'vitest'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { findEndpoint } from './contract.ts'
import { generateReply, generateRows } from './generated-replies.ts'

// Replaces `fetch` in the browser and answers with generated replies or with those that the test sets.
// A request or reply that breaks the contract fails the test.

type Answer<E extends Endpoint> = Reply<E> | Refusal
type Responder<E extends Endpoint> = Answer<E> | ((input: Input<E>) => Answer<E> | Promise<Answer<E>>)

const API = '/api/1.0'
const networkFetch = window.fetch.bind(window)

let responders = new Map<Endpoint, Responder<Endpoint>>()
let defaults = new Map<Endpoint, Responder<Endpoint>>()
let requests: { endpoint: Endpoint; input: unknown; key: string | null }[] = []
let contractErrors: string[] = []
let isReachable = true

/** Sets the answer of this endpoint: a reply, a refusal, or a function that returns either. */
export function answer<E extends Endpoint>(endpoint: E, responder: Responder<E>): void {
  responders.set(endpoint, responder as Responder<Endpoint>)
}

/** Sets the answer of this endpoint for tests that do not set another one. */
export function answerByDefault<E extends Endpoint>(endpoint: E, responder: Responder<E>): void {
  defaults.set(endpoint, responder as Responder<Endpoint>)
}

/** Returns the generated reply of this endpoint with some fields replaced. */
export const replyOf = <E extends Endpoint>(endpoint: E, fields: Partial<Reply<E>> = {}): Reply<E> =>
  ({ ...(generateReply(endpoint) as object), ...(fields as object) }) as Reply<E>

type RowOf<E extends Endpoint> = Reply<E> extends { rows: readonly (infer Row)[] } ? Row : never

/** Answers a list with the given number of generated rows, by page, with some fields of each row replaced. */
export function answerList<E extends Endpoint>(
  endpoint: E,
  length: number,
  fieldsOf: (position: number) => Partial<RowOf<E>> = () => ({}),
): void {
  const all = generateRows(endpoint, length).map((row, position) => ({ ...row, ...(fieldsOf(position) as object) }))
  answer(endpoint, (input) => {
    const { Rows = all.length, Page = 1 } = input as { Rows?: number; Page?: number }
    return { count: all.length, rows: all.slice((Page - 1) * Rows, Page * Rows) } as Reply<E>
  })
}

/** Delays replies of this endpoint until the returned function is called. */
export function holdReplies<E extends Endpoint>(endpoint: E, reply: Answer<E> = generateReply(endpoint)): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer(endpoint, async () => {
    await promise
    return reply
  })
  return resolve
}

/** Makes requests fail or succeed again, and fires the browser's `offline` or `online` event. */
export function setReachable(reachable: boolean): void {
  if (reachable === isReachable) return
  isReachable = reachable
  Object.defineProperty(navigator, 'onLine', { value: reachable, configurable: true })
  window.dispatchEvent(new Event(reachable ? 'online' : 'offline'))
}

/** The requests sent to this endpoint so far, the latest last. */
export const requestsTo = <E extends Endpoint>(endpoint: E): Input<E>[] =>
  requests.filter((request) => request.endpoint === endpoint).map(({ input }) => input as Input<E>)

/** The idempotency keys of the requests to this endpoint, in order. */
export const keysTo = (endpoint: Endpoint): (string | null)[] =>
  requests.filter((request) => request.endpoint === endpoint).map(({ key }) => key)

export function startServer(): void {
  window.fetch = async (resource, init) => {
    const { pathname, searchParams } = new URL(String(resource), window.location.origin)
    if (!pathname.startsWith(`${API}/`)) return networkFetch(resource, init)
    if (!isReachable) throw new TypeError('Failed to fetch')
    const key = new Headers(init?.headers).get('idempotency-key')
    const response = respond(init?.method ?? 'GET', pathname.slice(API.length), searchParams, init?.body, key)
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason))
    })
    return Promise.race([response, aborted])
  }
}

/** Clears answers and requests, and fails if a request or reply broke the contract. */
export function resetServer(): void {
  const errors = contractErrors
  responders = new Map()
  defaults = new Map()
  requests = []
  contractErrors = []
  setReachable(true)
  expect(errors, 'requests and replies that break the contract').toEqual([])
}

async function respond(
  method: string,
  path: string,
  query: URLSearchParams,
  body: BodyInit | null | undefined,
  key: string | null,
): Promise<Response> {
  const endpointMatch = findEndpoint(method, path)
  if (!endpointMatch) return violation(`${method} ${path}: no such endpoint`)
  const { endpoint, params } = endpointMatch
  const requestInput = method === 'GET' ? Object.fromEntries(query) : typeof body === 'string' ? JSON.parse(body) : {}
  const input = endpoint.body.safeParse({ ...requestInput, ...params })
  if (!input.success) return violation(`request to ${path}: ${input.error.message}`)
  requests.push({ endpoint, input: input.data, key })

  const responder = responders.get(endpoint) ?? defaults.get(endpoint)
  const reply =
    responder === undefined
      ? generateReply(endpoint)
      : typeof responder === 'function'
        ? await responder(input.data)
        : responder
  if (reply instanceof Refusal) return refuse(reply)
  const checked = endpoint.reply.safeParse(reply)
  if (!checked.success) return violation(`reply of ${path}: ${checked.error.message}`)
  return Response.json(reply, { status: endpoint.status })
}

function violation(error: string): Response {
  contractErrors.push(error)
  return Response.json({ statusCode: 500, code: 'test.contract', message: error }, { status: 500 })
}

const refuse = ({ statusCode, code, message, params, details, current, retryAfter }: Refusal) =>
  Response.json(
    { statusCode, code, error: 'Refused', message, params, details, current, requestId: 'request-1' },
    {
      status: statusCode,
      headers: { 'x-request-id': 'request-1', ...(retryAfter && { 'retry-after': String(retryAfter) }) },
    },
  )
