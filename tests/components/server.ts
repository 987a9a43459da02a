import { expect } from 'vitest'
import type { Endpoint, Input, Reply } from '#kit/contract/endpoint.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { findEndpoint } from './contract.ts'
import { generateReply, generateRows } from './generated-replies.ts'

// A server in the browser: it takes the place of `fetch`, checks each request against the contract, and answers with a
// generated reply or with the one that the test gives. A request or reply that breaks the contract fails the test.

type Answer<E extends Endpoint> = Reply<E> | Refusal
type Responder<E extends Endpoint> = Answer<E> | ((input: Input<E>) => Answer<E> | Promise<Answer<E>>)

const API = '/api/1.0'
const networkFetch = window.fetch.bind(window)

let responders = new Map<Endpoint, Responder<Endpoint>>()
let defaults = new Map<Endpoint, Responder<Endpoint>>()
let requests: { endpoint: Endpoint; input: unknown }[] = []
let contractErrors: string[] = []
let isReachable = true

/** Answers this endpoint from now on: with a reply, with a refusal, or with what a function returns. */
export function answer<E extends Endpoint>(endpoint: E, responder: Responder<E>): void {
  responders.set(endpoint, responder as Responder<Endpoint>)
}

/** The reply of this endpoint unless the test sets another one. */
export function answerByDefault<E extends Endpoint>(endpoint: E, responder: Responder<E>): void {
  defaults.set(endpoint, responder as Responder<Endpoint>)
}

/** The generated reply of this endpoint with some fields replaced. */
export const replyOf = <E extends Endpoint>(endpoint: E, fields: Partial<Reply<E>> = {}): Reply<E> =>
  ({ ...(generateReply(endpoint) as object), ...(fields as object) }) as Reply<E>

type RowOf<E extends Endpoint> = Reply<E> extends { rows: readonly (infer Row)[] } ? Row : never

/** Answers a list with so many generated rows, each with some fields replaced; pages and their size are honoured. */
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

/** Keeps requests to this endpoint waiting until the returned function is called. */
export function holdReplies<E extends Endpoint>(endpoint: E, reply: Answer<E> = generateReply(endpoint)): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer(endpoint, async () => {
    await promise
    return reply
  })
  return resolve
}

/** Makes the network fail or work again, and notifies the browser. */
export function setReachable(reachable: boolean): void {
  if (reachable === isReachable) return
  isReachable = reachable
  Object.defineProperty(navigator, 'onLine', { value: reachable, configurable: true })
  window.dispatchEvent(new Event(reachable ? 'online' : 'offline'))
}

/** The requests sent to this endpoint so far, the latest last. */
export const requestsTo = <E extends Endpoint>(endpoint: E): Input<E>[] =>
  requests.filter((request) => request.endpoint === endpoint).map(({ input }) => input as Input<E>)

export function startServer(): void {
  window.fetch = async (resource, init) => {
    const { pathname, searchParams } = new URL(String(resource), window.location.origin)
    if (!pathname.startsWith(`${API}/`)) return networkFetch(resource, init)
    if (!isReachable) throw new TypeError('Failed to fetch')
    const response = respond(init?.method ?? 'GET', pathname.slice(API.length), searchParams, init?.body)
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason))
    })
    return Promise.race([response, aborted])
  }
}

/** Forgets answers and requests; fails if the contract was broken. */
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
): Promise<Response> {
  const endpointMatch = findEndpoint(method, path)
  if (!endpointMatch) return violation(`${method} ${path}: no such endpoint`)
  const { endpoint, params } = endpointMatch
  const requestInput = method === 'GET' ? Object.fromEntries(query) : typeof body === 'string' ? JSON.parse(body) : {}
  const input = endpoint.body.safeParse({ ...requestInput, ...params })
  if (!input.success) return violation(`request to ${path}: ${input.error.message}`)
  requests.push({ endpoint, input: input.data })

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
