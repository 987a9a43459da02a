import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, API, createClient, NoAnswer, signInTill } from './client.ts'
import { expectNone, type Finding, finding } from './report.ts'
import { createWalkInSales, readLedger, type TestInstallation } from './world.ts'

// Runs tills that award sales in sequence and, like real tills, repeat a call with its key until it is answered.

export type AwardRun = {
  done: Promise<void>
  /** The number of acknowledged awards. */
  count: () => number
  /** The number of unsuccessful replies by status. */
  others: Map<string, number>
  slowest: () => number
  /** The number of calls that took longer than a second. */
  slow: () => number
  examples: unknown[]
  stop: () => void
}

const SLOW_MS = 1_000

/** `at` is the time of the reply in the milliseconds of `performance.now`. */
export type Award = { invoice: string; member: string; points: number; at: number }

type AwardOptions = {
  count: number
  tills?: number
  prefix?: string
  timeout?: number
  base?: () => string
  /** The awards a minute of all tills; by default a till goes on as soon as its award is acknowledged. */
  perMinute?: number
}

export async function startAwards(
  world: Pick<TestInstallation, 'sql' | 'server' | 'till'>,
  { count, tills = 16, prefix = 'FAULT', timeout = 5_000, base, perMinute }: AwardOptions,
) {
  const members = await createWalkInSales(world, count, prefix)
  const token = await signInTill(world.server.base, world.till())
  const http = createClient(base ?? world.server.base, token, timeout)
  const acknowledged: Award[] = []
  const others = new Map<string, number>()
  const examples: unknown[] = []
  let next = 0
  let slowest = 0
  let slow = 0
  let stopped = false
  const note = (outcome: string) => others.set(outcome, (others.get(outcome) ?? 0) + 1)

  async function award(number: number) {
    const invoice = `${prefix}-${number}`
    const member = members[number % members.length]!
    while (!stopped) {
      const began = performance.now()
      const answer: Answer | undefined = await http
        .call(`${API}/point/award`, { MembershipNo: member, InvoiceNo: invoice }, { key: `key-${invoice}` })
        .catch((error: unknown) => {
          if (!(error instanceof NoAnswer)) throw error
          return undefined
        })
      slowest = Math.max(slowest, performance.now() - began)
      if (performance.now() - began > SLOW_MS) slow++
      if (answer?.status === 201) {
        acknowledged.push({ invoice, member, points: Number(answer.body.EarnedPoints), at: performance.now() })
        return
      }
      note(answer ? String(answer.status) : 'no answer')
      if (answer && answer.status !== 503) {
        examples.push({ status: answer.status, ...answer.body })
        // This reply is final, because a repeat would not change it.
        if (answer.status !== 429) return
      }
      await sleep(answer ? 100 : 30)
    }
  }

  const startedAt = performance.now()
  const work = async () => {
    while (next < count && !stopped) {
      const number = ++next
      if (perMinute) await sleep(Math.max(0, startedAt + (number * 60_000) / perMinute - performance.now()))
      await award(number)
    }
  }
  const done = Promise.all(Array.from({ length: tills }, work)).then(() => http.close())
  return {
    done,
    acknowledged,
    count: () => acknowledged.length,
    others,
    examples,
    slowest: () => slowest,
    slow: () => slow,
    stop: () => {
      stopped = true
    },
  }
}

/** Compares acknowledged awards with the ledger. */
export async function evaluateAwards(
  world: Pick<TestInstallation, 'sql' | 'databaseUrl'>,
  { acknowledged, others, examples }: { acknowledged: Award[]; others: Map<string, number>; examples: unknown[] },
  { count, prefix = 'FAULT' }: { count: number; prefix?: string },
): Promise<Finding[]> {
  const rows = await world.sql<{ invoice_no: string; membership_no: string; points: string; rows: string }>(
    `select invoice_no, membership_no, sum(points)::text as points, count(*)::text as rows from point_history
     where transaction_type = 'Earn' and invoice_no like $1 group by invoice_no, membership_no`,
    `${prefix}-%`,
  )
  const booked = new Map(rows.map((row) => [row.invoice_no, row]))
  const lostAwards = acknowledged.filter(({ invoice, member, points }) => {
    const row = booked.get(invoice)
    return !row || row.membership_no !== member || Number(row.points) !== points
  })
  const duplicated = rows.filter((row) => row.rows !== '1')
  const ledger = await readLedger(world.databaseUrl())
  const wrong = [...others].filter(([status]) => !['503', 'no answer'].includes(status))
  return [
    finding('awards acknowledged', String(count), acknowledged.length, acknowledged.length === count),
    expectNone('acknowledged but lost', lostAwards.length, lostAwards),
    expectNone('duplicated', duplicated.length, duplicated),
    expectNone('recorded but never acknowledged', booked.size - acknowledged.length),
    finding(
      'members whose book disagrees',
      '0',
      ledger['members whose book disagrees']!,
      ledger['members whose book disagrees'] === '0',
    ),
    expectNone(
      'answers but 201, 503 and none',
      wrong.reduce((sum, [, number]) => sum + number, 0),
      [...wrong, ...examples],
    ),
  ]
}
