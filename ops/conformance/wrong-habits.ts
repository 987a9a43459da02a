import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientOptions } from '../../packages/client/src/index.ts'

/** Faults of a till that the kit must detect: see wrong-tills.ts. */
export const wrongHabits = [
  'no-key',
  'new-key-per-retry',
  'retries-refusals',
  'ignores-retry-after',
  'floats',
  'local-time',
  'sells-twice',
  'gives-up',
  'returns-twice',
  'ignores-expired-session',
  'logs-secret',
  'rounds-down',
  'overdraws-offline',
] as const
export type WrongHabit = (typeof wrongHabits)[number]

/** Returns the options of a client that has a wrong habit in its requests. Without a habit the client is correct. */
export function clientHabits(habit: WrongHabit | undefined, log: (text: string) => void): Partial<ClientOptions> {
  const attempts = new Map<string, number>()
  return {
    pause: async (milliseconds) => void (habit !== 'ignores-retry-after' && (await sleep(milliseconds))),
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      let body = String(init?.body)
      const isSignIn = String(input).endsWith('/oauth/token')
      if (isSignIn && habit === 'logs-secret') log(`signing in with ${body}\n`)
      const key = headers.get('idempotency-key')
      if (key && habit === 'no-key') headers.delete('idempotency-key')
      if (key && (habit === 'new-key-per-retry' || habit === 'sells-twice')) {
        const attempt = (attempts.get(key) ?? 0) + 1
        attempts.set(key, attempt)
        if (attempt > 1) headers.set('idempotency-key', `${key}-${attempt}`)
        if (attempt > 1 && habit === 'sells-twice') body = withOtherInvoice(body, attempt)
      }
      const reply = await fetch(input, { ...init, headers, ...(init?.body != null && { body }) })
      const isExpired = reply.status === 401 && !isSignIn
      if (isExpired && habit === 'ignores-expired-session') return new Response(reply.body, { status: 403 })
      if (reply.status >= 400 && reply.status !== 401 && habit === 'retries-refusals')
        return new Response(reply.body, { status: 503, headers: reply.headers })
      return reply
    },
  }
}

/** Gives a sale another invoice number, as a till does that numbers each attempt. */
function withOtherInvoice(body: string, attempt: number) {
  const document = JSON.parse(body) as { TransactionType?: string; InvoiceNo?: string }
  return document.TransactionType === 'N'
    ? JSON.stringify({ ...document, InvoiceNo: `${document.InvoiceNo}-${attempt}` })
    : body
}
