import { traceWork } from '#kit/server/tracing.ts'
import {
  ConfirmedMessages,
  ERP_FETCHED_MESSAGES_MAX,
  ERP_REPLY_LIMITS,
  FetchedMessages,
  type VoucherMessage,
} from '../../contract/erp.ts'

// HTTP client for the ERP (docs/erp.md); requests have a timeout and do not follow redirects.

/** Connection settings of the ERP; `simulated` is true if the demo's simulator is used. */
export type ErpSettings = { url: string; secret: string; simulated?: true }

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** Connection settings of the ERP; null if no ERP is configured. */
    erp: ErpSettings | null
  }
}

/** Error that the whole ERP is unavailable, in which case no message counts as failed. */
export class ErpUnavailableError extends Error {
  /** Number of seconds to wait, from the ERP's Retry-After header. */
  readonly retryAfter: number

  constructor(reason: string, retryAfter = 0) {
    super(reason)
    this.retryAfter = retryAfter
  }
}

const HOST_UNKNOWN = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME'])
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** Converts a network error to ErpUnavailableError with a readable reason; returns other errors unchanged. */
function toUnavailable(error: unknown): unknown {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return new ErpUnavailableError('timeout')
  const code = cause?.code
  if (typeof code !== 'string') return error
  if (HOST_UNKNOWN.has(code)) return new ErpUnavailableError('host')
  if (code === 'ECONNREFUSED') return new ErpUnavailableError('refused')
  return new ErpUnavailableError(CERTIFICATE.test(code) ? 'certificate' : 'connection')
}

/** Result of sending one message: accepted, rejected permanently, or a temporary server error. */
export type ErpSendOutcome = { outcome: 'taken' } | { outcome: 'refused' | 'fault'; reason: string }

const REASON_MOST = 300
const RETRY_AFTER_MOST = 3_600

export function createErpClient(erp: ErpSettings, answerMs: number = ERP_REPLY_LIMITS.ms) {
  const request = (...[method, path, ...rest]: Parameters<typeof requestUntraced>) =>
    traceWork({ name: `ERP ${method} ${path.split('?')[0]}`, kind: 'client' }, () =>
      requestUntraced(method, path, ...rest),
    )

  async function requestUntraced(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    try {
      const reply = await fetch(`${erp.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${erp.secret}`,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      })
      return {
        status: reply.status,
        text: await readText(reply),
        retryAfter: parseSeconds(reply.headers.get('retry-after')),
      }
    } catch (error) {
      if (error instanceof ErpUnavailableError) throw error
      throw toUnavailable(error)
    }
  }
  const unavailable = ({ status, retryAfter }: { status: number; retryAfter: number }) =>
    new ErpUnavailableError(`status ${status}`, retryAfter)

  return {
    /** Sends one message; a retry has the same MessageId, and the ERP replies 409 if it has accepted that id. */
    async send(message: VoucherMessage): Promise<ErpSendOutcome> {
      const answer = await request('POST', '/messages', message, { 'idempotency-key': message.MessageId })
      const { status, text } = answer
      if ((status >= 200 && status < 300) || status === 409) return { outcome: 'taken' }
      const reason = `${status} ${errorMessageIn(text)}`.trim()
      if (status === 400 || status === 422) return { outcome: 'refused', reason }
      if (status === 500) return { outcome: 'fault', reason }
      throw unavailable(answer)
    },
    /** Fetches messages of the ERP that are not confirmed yet, oldest first. */
    async fetchMessages() {
      const answer = await request('GET', `/messages?limit=${ERP_FETCHED_MESSAGES_MAX}`)
      if (answer.status !== 200) throw unavailable(answer)
      const parsed = FetchedMessages.safeParse(parseJson(answer.text))
      if (!parsed.success) throw new ErpUnavailableError('answer')
      return parsed.data.Messages
    },
    async confirm(MessageIds: string[]) {
      const answer = await request('POST', '/messages/confirm', ConfirmedMessages.parse({ MessageIds }))
      if (answer.status < 200 || answer.status >= 300) throw unavailable(answer)
    },
  }
}
export type ErpClient = ReturnType<typeof createErpClient>

/** Reads the body of a response up to a maximum size. */
async function readText(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of reply.body ?? []) {
    bytes += (chunk as Uint8Array).length
    if (bytes > ERP_REPLY_LIMITS.bytesMax) throw new ErpUnavailableError('answer')
    text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the ERP's error message: `Message` of a JSON body, or the beginning of a text body. */
function errorMessageIn(text: string): string {
  const message = (parseJson(text) as { Message?: unknown } | undefined)?.Message
  return (typeof message === 'string' ? message : /^\s*[<{[]/.test(text) ? '' : text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, REASON_MOST)
}

const parseSeconds = (header: string | null) =>
  header !== null && /^\d{1,6}$/.test(header) ? Math.min(Number(header), RETRY_AFTER_MOST) : 0
