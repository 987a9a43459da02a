import { lookup as resolveHost } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as startHttp } from 'node:http'
import { Agent as HttpsAgent, request as startHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { DeliveryError } from '../contract/shared.ts'
import { type AllowedHost, findAllowedHost, isAllowedAddress, isSchemeAllowed } from './allowed-hosts.ts'

// Sends requests to URLs that staff enter. The host must be allowed, and so must be the address of each connection.

/** The limits of one attempt: its duration, and the bytes of the reply that are read. */
export type RequestLimits = { ms: number; replyBytes: number }
export const REQUEST_LIMITS: RequestLimits = { ms: 15_000, replyBytes: 65_536 }

/** Resolves a host name to all of its addresses, as dns.lookup does. */
export type ResolveHost = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void

export type RequestOutcome = {
  statusCode: number | null
  error: DeliveryError | null
  durationMs: number
  /** The time for which the receiver wants no further request; 0 if the reply does not say it. */
  retryAfterMs: number
}

type Reply = { status: number; retryAfterMs: number }

/** Connections that stay open between the requests of one endpoint. */
export type Connections = { http: HttpAgent; https: HttpsAgent; close(): void }

type SendOptions = {
  allowed: readonly AllowedHost[]
  limits?: RequestLimits
  connections?: Connections
  resolve?: ResolveHost
  /** Aborts the attempt when the server stops. */
  signal?: AbortSignal
}

const resolveAll: ResolveHost = (host, done) => resolveHost(host, { all: true }, done)

class AddressNotAllowedError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED'
}

/** The receiver closed a kept connection at the moment of its next use, so the request needs a new connection. */
class StaleConnectionError extends Error {}

export function openConnections(most: number): Connections {
  const options = { keepAlive: true, maxSockets: most, maxFreeSockets: most, timeout: 60_000 }
  const http = new HttpAgent(options)
  const https = new HttpsAgent(options)
  return {
    http,
    https,
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

/** Sends one POST and resolves to its outcome. Follows no redirect. Rejects only if `signal` aborts. */
export async function sendRequest(
  target: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  { allowed, limits = REQUEST_LIMITS, connections, resolve = resolveAll, signal }: SendOptions,
): Promise<RequestOutcome> {
  signal?.throwIfAborted()
  const url = new URL(target)
  const startedAt = performance.now()
  const outcome = (reply: Reply | null, error: DeliveryError | null): RequestOutcome => ({
    statusCode: reply?.status ?? null,
    error,
    durationMs: Math.round(performance.now() - startedAt),
    retryAfterMs: reply?.retryAfterMs ?? 0,
  })
  const entry = findAllowedHost(allowed, url)
  if (!entry || !isSchemeAllowed(url)) return outcome(null, 'Host not allowed')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // Node does not call `lookup` for a literal address.
  if (isIP(host) !== 0 && !isAllowedAddress(entry, url.protocol, host)) return outcome(null, 'Address not allowed')
  try {
    const options = { entry, limits, connections, resolve, signal }
    const reply = await exchange(url, body, headers, options).catch((error: unknown) => {
      if (!(error instanceof StaleConnectionError)) throw error
      const ms = limits.ms - (performance.now() - startedAt)
      return exchange(url, body, headers, { ...options, limits: { ...limits, ms }, connections: undefined })
    })
    return outcome(reply, errorOfStatus(reply.status))
  } catch (error) {
    signal?.throwIfAborted()
    return outcome(null, errorOf(error))
  }
}

const errorOfStatus = (status: number): DeliveryError | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'Redirect' : 'Status'
}

const CERTIFICATE = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|^ERR_TLS|^ERR_SSL|^EPROTO$/
const HOST_UNKNOWN = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_NODATA'])

const isReset = ({ code }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE'

function errorOf(error: unknown): DeliveryError {
  const { code = '', name } = error as { code?: string; name?: string }
  if (code === 'ADDRESS_NOT_ALLOWED') return 'Address not allowed'
  if (name === 'TimeoutError') return 'Timeout'
  if (HOST_UNKNOWN.has(code)) return 'DNS'
  return CERTIFICATE.test(code) ? 'TLS' : 'Connection'
}

type Exchange = Required<Pick<SendOptions, 'limits' | 'resolve'>> & {
  entry: AllowedHost
  connections: Connections | undefined
  signal: AbortSignal | undefined
}

/** Returns the reply without its body, after at most `limits.replyBytes` of the reply were read. */
function exchange(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  { entry, limits, connections, resolve, signal }: Exchange,
): Promise<Reply> {
  const isTls = url.protocol === 'https:'
  const start = isTls ? startHttps : startHttp
  return new Promise((done, failed) => {
    const request = start(url, {
      method: 'POST',
      agent: (isTls ? connections?.https : connections?.http) ?? false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: checkedLookup(entry, url.protocol, resolve),
    })
    let reply: Reply | undefined
    const fail = (error: Error) => {
      settle()
      // A reply that stops after its status counts as a reply.
      if (reply && error.name !== 'AbortError') done(reply)
      else failed(request.reusedSocket && isReset(error) ? new StaleConnectionError() : error)
    }
    const abort = () => request.destroy(Object.assign(new Error('The server stops'), { name: 'AbortError' }))
    const timer = setTimeout(
      () => request.destroy(Object.assign(new Error('The attempt took too long'), { name: 'TimeoutError' })),
      limits.ms,
    )
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    request.on('error', fail)
    request.on('socket', (socket) => checkConnection(socket, entry, url.protocol, (error) => request.destroy(error)))
    request.on('response', (response) => {
      const received = replyOf(response)
      reply = received
      discard(response, limits.replyBytes, () => {
        settle()
        done(received)
      })
    })
    request.end(body)
  })
}

/** Reads the status and a `Retry-After` in seconds. */
function replyOf({ statusCode, headers }: IncomingMessage): Reply {
  const seconds = headers['retry-after'] ?? ''
  return { status: statusCode!, retryAfterMs: /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1_000 : 0 }
}

/** Reads a reply up to a number of bytes and closes the connection of a longer reply. */
function discard(response: IncomingMessage, most: number, done: () => void) {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) response.destroy()
  })
  response.on('error', () => {})
  response.once('close', done)
}

/** Resolves a host. Fails if one of its addresses is not allowed, because the connection may use any of them. */
const checkedLookup =
  (entry: AllowedHost, protocol: string, resolve: ResolveHost): LookupFunction =>
  (host, options, done) =>
    resolve(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? Object.assign(new Error('No address'), { code: 'ENOTFOUND' }), '', 4)
      if (!addresses.every(({ address }) => isAllowedAddress(entry, protocol, address)))
        return done(new AddressNotAllowedError(), '', 4)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })

/** Checks the address of a new connection before any byte is sent, whichever way the address was found. */
function checkConnection(socket: Socket, entry: AllowedHost, protocol: string, refuse: (error: Error) => void) {
  if (!socket.connecting) return
  socket.once('connect', () => {
    if (!isAllowedAddress(entry, protocol, socket.remoteAddress ?? '')) refuse(new AddressNotAllowedError())
  })
}
