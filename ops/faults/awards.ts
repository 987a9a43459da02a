import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, API, client, NoAnswer, signInTill } from './client.ts'
import { type Finding, finding, none } from './report.ts'
import { ledgerOf, type World, walkIns } from './world.ts'

// Tills that award one sale after the other and, like real ones, send a call again with its key until it is answered.

export type Awards = {
  done: Promise<void>
  /** How many awards were acknowledged so far. */
  count: () => number
  /** Each answer that was not a success, by status. */
  others: Map<string, number>
  slowest: () => number
  examples: unknown[]
  stop: () => void
}

export type Award = { invoice: string; member: string; points: number }

type AwardOptions = { count: number; tills?: number; prefix?: string; timeout?: number; base?: () => string }

export async function startAwards(
  world: World,
  { count, tills = 16, prefix = 'FAULT', timeout = 5_000, base }: AwardOptions,
) {
  const members = await walkIns(world, count, prefix)
  const token = await signInTill(world.server.base, world.till())
  const http = client(base ?? world.server.base, token, timeout)
  const acknowledged: Award[] = []
  const others = new Map<string, number>()
  const examples: unknown[] = []
  let next = 0
  let slowest = 0
  let stopped = false
  const note = (what: string) => others.set(what, (others.get(what) ?? 0) + 1)

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
      if (answer?.status === 201) {
        acknowledged.push({ invoice, member, points: Number(answer.body.EarnedPoints) })
        return
      }
      note(answer ? String(answer.status) : 'no answer')
      if (answer && answer.status !== 503) {
        examples.push({ status: answer.status, ...answer.body })
        // Whatever it is, it is an answer: asking again would not change it.
        if (answer.status !== 429) return
      }
      await sleep(answer ? 100 : 30)
    }
  }

  const work = async () => {
    while (next < count && !stopped) await award(++next)
  }
  const done = Promise.all(Array.from({ length: tills }, work)).then(() => http.close())
  return {
    done,
    acknowledged,
    count: () => acknowledged.length,
    others,
    examples,
    slowest: () => slowest,
    stop: () => {
      stopped = true
    },
  }
}

/** What the tills were answered against what the ledger holds. */
export async function evaluateAwards(
  world: World,
  { acknowledged, others, examples }: { acknowledged: Award[]; others: Map<string, number>; examples: unknown[] },
  { count, prefix = 'FAULT' }: { count: number; prefix?: string },
): Promise<Finding[]> {
  const rows = await world.sql<{ invoice_no: string; membership_no: string; points: string; rows: string }>(
    `select invoice_no, membership_no, sum(points)::text as points, count(*)::text as rows from point_history
     where transaction_type = 'Earn' and invoice_no like $1 group by invoice_no, membership_no`,
    `${prefix}-%`,
  )
  const booked = new Map(rows.map((row) => [row.invoice_no, row]))
  const lost = acknowledged.filter(({ invoice, member, points }) => {
    const row = booked.get(invoice)
    return !row || row.membership_no !== member || Number(row.points) !== points
  })
  const duplicated = rows.filter((row) => row.rows !== '1')
  const ledger = await ledgerOf(world.databaseUrl())
  const wrong = [...others].filter(([status]) => !['503', 'no answer'].includes(status))
  return [
    finding('awards acknowledged', String(count), acknowledged.length, acknowledged.length === count),
    none('acknowledged and lost', lost.length, lost),
    none('duplicated', duplicated.length, duplicated),
    none('booked and never acknowledged', booked.size - acknowledged.length),
    finding(
      'members whose book disagrees',
      '0',
      ledger['members whose book disagrees']!,
      ledger['members whose book disagrees'] === '0',
    ),
    none(
      'answers but 201, 503 and none',
      wrong.reduce((sum, [, number]) => sum + number, 0),
      [...wrong, ...examples],
    ),
  ]
}
