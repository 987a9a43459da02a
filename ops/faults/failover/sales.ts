import { setTimeout as sleep } from 'node:timers/promises'
import { CaratClient, type Reply } from '../../../packages/client/src/index.ts'

// Tills that sell at a constant rate with the client library and its retries. Every attempt is recorded.

const PATH = '/customer/memberships/transaction-summaries/add'

export type Attempt = { at: number; endedAt: number; succeeded: boolean }
export type AcknowledgedSale = { invoice: string; member: string; points: number }
type Options = { base: () => string; secret: string; members: string[]; perMinute: number }

export function startSales({ base, secret, members, perMinute }: Options) {
  const attempts: Attempt[] = []
  const acknowledged: AcknowledgedSale[] = []
  const failed: { invoice: string; message: string }[] = []
  const statuses = new Map<string, number>()
  let count = 0
  let isRunning = true
  const open = new Set<Promise<void>>()

  const client = new CaratClient({
    ...{ url: base(), clientId: 'pos', clientSecret: secret },
    async fetch(...request) {
      const at = performance.now()
      let status = 'no answer'
      try {
        const answer = await fetch(...request)
        status = String(answer.status)
        return answer
      } finally {
        if (String(request[0]).endsWith(PATH)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          attempts.push({ at, endedAt: performance.now(), succeeded: status === '201' })
        }
      }
    },
  })

  async function sell(number: number) {
    const invoice = `HA-${number}`
    const member = members[number % members.length]!
    const sale = {
      TransactionType: 'N',
      InvoiceNo: invoice,
      MembershipNo: member,
      OutletCode: 'KL1',
      Details: [{ Brand: 'Carat', ProductGroup: 'DIA-RING', UnitPrice: '100.00' }],
    } as const
    try {
      const reply: Reply<typeof PATH> = await client.call(PATH, sale as never, { key: `key-${invoice}` })
      acknowledged.push({ invoice, member, points: Number(reply.EarnedPoints) })
    } catch (error) {
      failed.push({ invoice, message: (error as Error).message })
    }
  }

  const began = performance.now()
  const running = (async () => {
    await client.signIn()
    while (isRunning) {
      const selling = sell(++count)
      open.add(selling)
      void selling.then(() => open.delete(selling))
      await sleep(Math.max(0, began + (count * 60_000) / perMinute - performance.now()))
    }
    await Promise.all(open)
  })()

  return {
    acknowledged,
    failed,
    statuses,
    count: () => count,
    /** The milliseconds after `since` until the last attempt that failed and was begun before a success. */
    outageAfter(since: number) {
      const later = attempts.filter(({ endedAt }) => endedAt >= since)
      return Math.max(0, ...later.filter(({ succeeded }) => !succeeded).map(({ endedAt }) => endedAt - since))
    },
    /** Resolves to true once a sale that was begun after `since` is acknowledged. */
    succeededSince: (since: number) => attempts.some(({ at, succeeded }) => succeeded && at >= since),
    /** Ends the sales. Resolves once each has its final result. */
    async stop() {
      isRunning = false
      await running
    },
  }
}
