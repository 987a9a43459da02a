import { randomUUID } from 'node:crypto'
import {
  ERP_FETCHED_MESSAGES_MAX,
  ERP_REPLY_LIMITS,
  FetchedMessages,
  TillUse,
  type VoucherMessage,
} from '#areas/vouchers/contract/erp.ts'

// Checks an ERP's server against docs/erp.md. The cases send test vouchers, so they are for a test system of the ERP.

type Reply = { status: number; text: string }
type Erp = {
  request: (method: 'GET' | 'POST', path: string, body?: unknown, secret?: string | null) => Promise<Reply>
  /** A message about a voucher of this run, with its own MessageId. */
  message: (voucher: string, more?: Partial<VoucherMessage>) => VoucherMessage
}

/** The function `play` of a case returns what is wrong, or undefined. A case that throws has failed. */
export type ErpCheckCase = { title: string; play: (erp: Erp) => Promise<string | undefined> }

const REASON_MAX = 300
const isAccepted = ({ status }: Reply) => status >= 200 && status < 300
const isReceived = (reply: Reply) => isAccepted(reply) || reply.status === 409
const isRefused = ({ status }: Reply) => status === 400 || status === 422
const expectStatus = (reply: Reply, isRight: (reply: Reply) => boolean, expected: string) =>
  isRight(reply) ? undefined : `status ${reply.status}, expected ${expected}`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Fetches the messages that the ERP has not confirmed; throws if the reply does not have the documented form. */
async function fetchMessages({ request }: Erp, limit: number) {
  const { status, text } = await request('GET', `/messages?limit=${limit}`)
  if (status !== 200) throw new Error(`status ${status}, expected 200`)
  const parsed = FetchedMessages.safeParse(parseJson(text))
  if (!parsed.success) throw new Error('the reply is not { "Messages": [ … ] }')
  return parsed.data.Messages
}

const wrongSecret = (title: string, method: 'GET' | 'POST', path: string, secret: string | null): ErpCheckCase => ({
  title,
  play: async ({ request, message }) => {
    const body = path === '/messages' ? message('SECRET') : { MessageIds: [] }
    const reply = await request(method, path, method === 'POST' ? body : undefined, secret)
    return expectStatus(reply, ({ status }) => status === 401, '401')
  },
})

export const erpCheckCases: readonly ErpCheckCase[] = [
  {
    title: 'POST /messages: an assigned voucher is received',
    play: async ({ request, message }) =>
      expectStatus(await request('POST', '/messages', message('A')), isReceived, '200 to 299'),
  },
  {
    title: 'POST /messages: the same message again is received once more, without an error',
    play: async ({ request, message }) => {
      const repeated = message('B')
      await request('POST', '/messages', repeated)
      return expectStatus(await request('POST', '/messages', repeated), isReceived, '409 or 200 to 299')
    },
  },
  {
    title: 'POST /messages: a new expiry date and a void voucher are received',
    play: async ({ request, message }) => {
      for (const next of [{}, { ExpiryDate: '2099-12-31' }, { Kind: 'voided' as const, ReferenceCode: undefined }]) {
        const fault = expectStatus(await request('POST', '/messages', message('C', next)), isReceived, '200 to 299')
        if (fault) return fault
      }
      return undefined
    },
  },
  {
    title: 'POST /messages: eight messages at once are received',
    play: async ({ request, message }) => {
      const vouchers = Array.from({ length: 8 }, (_, index) => message(`D${index}`))
      const replies = await Promise.all(vouchers.map((voucher) => request('POST', '/messages', voucher)))
      return replies.map((reply) => expectStatus(reply, isReceived, '200 to 299')).find(Boolean)
    },
  },
  {
    title: 'POST /messages: a message without its voucher is refused with 400 or 422, and a short reason',
    play: async ({ request, message }) => {
      const { VoucherNo: _, ...incomplete } = message('E')
      const reply = await request('POST', '/messages', incomplete)
      const reason = (parseJson(reply.text) as { Message?: unknown } | undefined)?.Message
      const isLong = typeof reason === 'string' && reason.length > REASON_MAX
      return (
        expectStatus(reply, isRefused, '400 or 422') ?? (isLong ? `Message has ${reason.length} characters` : undefined)
      )
    },
  },
  wrongSecret('POST /messages: a wrong secret is refused with 401', 'POST', '/messages', 'wrong'),
  wrongSecret('POST /messages: a request without a secret is refused with 401', 'POST', '/messages', null),
  wrongSecret(
    'GET /messages: a wrong secret is refused with 401',
    'GET',
    `/messages?limit=${ERP_FETCHED_MESSAGES_MAX}`,
    'wrong',
  ),
  wrongSecret('POST /messages/confirm: a wrong secret is refused with 401', 'POST', '/messages/confirm', 'wrong'),
  {
    title: 'GET /messages: every use of a voucher has the documented fields',
    play: async (erp) => {
      for (const message of await fetchMessages(erp, ERP_FETCHED_MESSAGES_MAX)) {
        const [issue] = TillUse.safeParse(message).error?.issues ?? []
        if (issue)
          return `message ${String(message.MessageId ?? 'without MessageId')}: ${issue.path.join('.')}: ${issue.message}`
      }
      return undefined
    },
  },
  {
    title: 'GET /messages: unconfirmed messages are returned again',
    play: async (erp) => {
      const first = await fetchMessages(erp, ERP_FETCHED_MESSAGES_MAX)
      const again = new Set((await fetchMessages(erp, ERP_FETCHED_MESSAGES_MAX)).map(({ MessageId }) => MessageId))
      const lost = first.find(({ MessageId }) => !again.has(MessageId))
      return lost && `message ${String(lost.MessageId)} is missing the second time`
    },
  },
  {
    title: 'GET /messages: limit is respected',
    play: async (erp) => {
      const { length } = await fetchMessages(erp, 1)
      return length > 1 ? `${length} messages for limit=1` : undefined
    },
  },
  {
    title: 'POST /messages/confirm: unknown message numbers are ignored',
    play: async ({ request }) =>
      expectStatus(
        await request('POST', '/messages/confirm', { MessageIds: [randomUUID()] }),
        isAccepted,
        '200 to 299',
      ),
  },
]

/** Runs all cases of the check and returns the fault of each; undefined for a case that passed. */
export async function runErpChecks(url: string, secret: string, answerMs: number = ERP_REPLY_LIMITS.ms) {
  const run = randomUUID().slice(0, 8).toUpperCase()
  const erp: Erp = {
    async request(method, path, body, sentSecret = secret) {
      const reply = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
        headers: {
          accept: 'application/json',
          ...(sentSecret !== null && { authorization: `Bearer ${sentSecret}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(typeof body === 'object' &&
            body !== null &&
            'MessageId' in body && { 'idempotency-key': `${body.MessageId}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: reply.status, text: await reply.text() }
    },
    message: (voucher, more = {}) => ({
      MessageId: randomUUID(),
      Kind: 'assigned',
      CreatedAt: '2026-11-22T04:00:00.000Z',
      VoucherNo: `CARAT-CHECK-${run}-${voucher}`,
      VoucherType: 'G',
      Value: '100.00',
      ExpiryDate: '2098-12-31',
      ReferenceCode: 'RW-CHECK',
      ...more,
    }),
  }
  const results: { title: string; fault: string | undefined }[] = []
  for (const { title, play } of erpCheckCases) {
    const fault = await play(erp).catch((error: Error & { cause?: { code?: string } }) =>
      error.name === 'TimeoutError' ? `no reply within ${answerMs / 1000} s` : (error.cause?.code ?? error.message),
    )
    results.push({ title, fault })
  }
  return results
}
