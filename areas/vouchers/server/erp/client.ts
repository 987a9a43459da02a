import {
  ConfirmedMessages,
  ERP_ANSWER,
  ERP_FETCH_MOST,
  FetchedMessages,
  type VoucherMessage,
} from '../../contract/erp.ts'

// THE ERP OVER HTTP, as docs/erp.md describes it to the person who builds its side. No redirect is followed, no answer is waited for long.

/** The company's ERP; `simulated`: the demo's own stands in for it. */
export type Erp = { url: string; secret: string; simulated?: true }

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** null where no ERP is configured. */
    erp: Erp | null
  }
}

/** The ERP as a whole does not work just now; nothing is known to be wrong with what it was sent. */
export class ErpAway extends Error {
  /** Seconds for which it wants to be left alone. */
  readonly retryAfter: number

  constructor(reason: string, retryAfter = 0) {
    super(reason)
    this.retryAfter = retryAfter
  }
}

const HOST_UNKNOWN = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME'])
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** The cause of a failed request, as staff and the operator read it. What is no failure of the network is an error of this program. */
function awayBy(error: unknown): unknown {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  if (name === 'TimeoutError') return new ErpAway('timeout')
  const code = cause?.code
  if (typeof code !== 'string') return error
  if (HOST_UNKNOWN.has(code)) return new ErpAway('host')
  if (code === 'ECONNREFUSED') return new ErpAway('refused')
  return new ErpAway(CERTIFICATE.test(code) ? 'certificate' : 'connection')
}

/** What became of one message: taken, refused for good, or failed in a way that may pass. */
export type SendOutcome = { outcome: 'taken' } | { outcome: 'refused' | 'fault'; reason: string }

const REASON_MOST = 300
const RETRY_AFTER_MOST = 3_600

export function erpClient(erp: Erp, answerMs: number = ERP_ANSWER.ms) {
  async function ask(method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) {
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
        text: await textOf(reply),
        retryAfter: secondsIn(reply.headers.get('retry-after')),
      }
    } catch (error) {
      if (error instanceof ErpAway) throw error
      throw awayBy(error)
    }
  }
  const away = ({ status, retryAfter }: { status: number; retryAfter: number }) =>
    new ErpAway(`status ${status}`, retryAfter)

  return {
    /** Sends one message. Sent again it carries the same number, and an ERP that knows the number has taken it. */
    async send(message: VoucherMessage): Promise<SendOutcome> {
      const answer = await ask('POST', '/messages', message, { 'idempotency-key': message.MessageId })
      const { status, text } = answer
      if ((status >= 200 && status < 300) || status === 409) return { outcome: 'taken' }
      const reason = `${status} ${sentenceIn(text)}`.trim()
      if (status === 400 || status === 422) return { outcome: 'refused', reason }
      if (status === 500) return { outcome: 'fault', reason }
      throw away(answer)
    },
    /** The messages that wait at the ERP, the oldest first; they wait there until they are confirmed. */
    async fetchMessages() {
      const answer = await ask('GET', `/messages?limit=${ERP_FETCH_MOST}`)
      if (answer.status !== 200) throw away(answer)
      const parsed = FetchedMessages.safeParse(jsonIn(answer.text))
      if (!parsed.success) throw new ErpAway('answer')
      return parsed.data.Messages
    },
    async confirm(MessageIds: string[]) {
      const answer = await ask('POST', '/messages/confirm', ConfirmedMessages.parse({ MessageIds }))
      if (answer.status < 200 || answer.status >= 300) throw away(answer)
    },
  }
}
export type ErpClient = ReturnType<typeof erpClient>

/** Read up to a limit: an endless answer is none. */
async function textOf(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of reply.body ?? []) {
    bytes += (chunk as Uint8Array).length
    if (bytes > ERP_ANSWER.bytesMax) throw new ErpAway('answer')
    text += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  return text + decoder.decode()
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the ERP says of its refusal: the `Message` of its answer, or the beginning of a plain text. */
function sentenceIn(text: string): string {
  const said = (jsonIn(text) as { Message?: unknown } | undefined)?.Message
  return (typeof said === 'string' ? said : /^\s*[<{[]/.test(text) ? '' : text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, REASON_MOST)
}

const secondsIn = (header: string | null) =>
  header !== null && /^\d{1,6}$/.test(header) ? Math.min(Number(header), RETRY_AFTER_MOST) : 0
