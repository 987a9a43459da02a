import type { RefusalCode } from './calls.ts'

type Details = {
  status: number
  code: string
  message: string
  params?: Record<string, unknown> | undefined
  requestId?: string | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** A refusal of the server, or a call without a reply (status 0). */
export class CaratError extends Error {
  override readonly name = 'CaratError'
  /** The path of the call. */
  readonly path: string
  /** The HTTP status; 0 if there was no reply, so that the call may have been executed. */
  readonly status: number
  /** A code that never changes. `client.no_reply` and `http.502` and the like come from the client. */
  readonly code: RefusalCode | (string & {})
  readonly params: Readonly<Record<string, unknown>>
  /** The id to name in a support request. */
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(path: string, { status, code, message, params, requestId, retryAfterMs, cause }: Details) {
    super(message, { cause })
    this.path = path
    this.status = status
    this.code = code
    this.params = params ?? {}
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
  }

  /** True if a change stays in the queue and is sent later with the same key. False if the refusal is final. */
  get isTemporary(): boolean {
    return [0, 401, 408, 429, 500, 502, 503, 504].includes(this.status)
  }
}

/** Reads the refusal of a call, or the error of the token endpoint. */
export function errorOf(path: string, status: number, body: unknown, headers?: Headers): CaratError {
  const { code, message, params, requestId, error, error_description } = (body ?? {}) as Record<string, unknown>
  const seconds = headers?.get('retry-after')
  return new CaratError(path, {
    status,
    code: String(code ?? error ?? `http.${status}`),
    message: String(message ?? error_description ?? `${path} was refused with status ${status}`),
    params: params as Record<string, unknown> | undefined,
    requestId: (requestId as string | undefined) ?? headers?.get('x-request-id') ?? undefined,
    retryAfterMs: seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined,
  })
}

export const noReply = (path: string, cause: unknown) =>
  new CaratError(path, { status: 0, code: 'client.no_reply', message: `${path} got no reply`, cause })
