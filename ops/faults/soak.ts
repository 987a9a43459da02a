import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { API, createClient, signInTill } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { megabytesOf } from './processes.ts'
import { expectNone, type Finding, finding, type Options } from './report.ts'
import { openTestInstallation } from './world.ts'

const MINUTE = 60_000
const AT_ONCE = 16
const CALLS_PER_SALE = 50
const CALLS_PER_SAMPLE = 20

/** Scenario C14: a mixed workload at half the capacity for half an hour. Memory and files must not grow. */
export async function soak({ short, minutes, log }: Options): Promise<Finding[]> {
  const world = await openTestInstallation()
  const people = await signInCrowd(world, 120)
  const till = createClient(world.server.base, await signInTill(world.server.base, world.till()))
  try {
    const today = new Date().toISOString().slice(0, 10)
    const kinds = [
      ['/customer/memberships/lookup', { Typed: 'JC00000001' }],
      ['/customer/customers/find-all', { Rows: 20 }],
      ['/customer/transaction-summaries/find-all', { Rows: 20 }],
      ['/dashboard/trend/find-one', { DateFrom: `${today.slice(0, 8)}01`, DateTo: today }],
      ['/reporting/product-sales-analysis-report', { Rows: 20 }],
      ['/retention/forecasts/find-all', { Rows: 20 }],
    ] as const
    let callCount = 0
    const statuses = new Map<number, number>()
    const once = async () => {
      const [path, input] = kinds[callCount % kinds.length]!
      const { status } = await people.of(callCount++).call(API + path, input)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    let saleCount = 0
    const sell = async () => {
      const sale = {
        TransactionType: 'N',
        InvoiceNo: `SOAK-${++saleCount}`,
        OutletCode: 'KL1',
        Details: [{ Brand: 'Carat', ProductGroup: 'DIA-RING', UnitPrice: '100.00' }],
      }
      const { status } = await till.call(`${API}/customer/memberships/transaction-summaries/add`, sale, {
        key: `soak-${saleCount}`,
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }

    const measureUntil = performance.now() + 10_000
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < measureUntil) await once()
      }),
    )
    const every = 20_000 / callCount
    log(`${(callCount / 10).toFixed(0)} calls a second at most; from now on half of that`)

    const length = (minutes ?? (short ? 3 : 30)) * MINUTE
    const settled = Math.min(5 * MINUTE, length / 3)
    const began = performance.now()
    const samples: { at: number; megabytes: number; files: number }[] = []
    const inFlight = new Set<Promise<void>>()
    let next = began
    for (let turn = 0; performance.now() - began < length; turn++) {
      const call = turn % CALLS_PER_SALE === 0 ? sell() : once()
      inFlight.add(call)
      void call.finally(() => inFlight.delete(call))
      if (turn % CALLS_PER_SAMPLE === 0) {
        const pid = world.server.pid()
        samples.push({
          at: performance.now() - began,
          megabytes: megabytesOf(pid),
          files: readdirSync(`/proc/${pid}/fd`).length,
        })
      }
      next += every
      await sleep(Math.max(0, next - performance.now()))
      // Limit the calls in flight, in case the machine is busy.
      if (inFlight.size > 4 * AT_ONCE) await Promise.race(inFlight)
    }
    await Promise.all(inFlight)

    const around = (at: number) => samples.filter((one) => Math.abs(one.at - at) < MINUTE / 2)
    const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
    const [then, now] = [around(settled), around(length - MINUTE / 2)]
    const grown = middle(now.map(({ megabytes }) => megabytes)) / middle(then.map(({ megabytes }) => megabytes)) - 1
    const files = [then, now].map((part) => middle(part.map((one) => one.files)))
    const failed = [...statuses].filter(([status]) => status >= 500)
    const refused = [...statuses].filter(([status]) => status >= 400 && status < 500)
    return [
      finding(
        'calls',
        'many',
        `${callCount} and ${saleCount} sales in ${(length / MINUTE).toFixed(0)} min`,
        callCount > 0 && saleCount > 0,
      ),
      expectNone('failed calls', failed.length, failed),
      expectNone('refused calls', refused.length, refused),
      finding(
        `memory after minute ${(settled / MINUTE).toFixed(0)}`,
        'grows by less than 10 %',
        `${(grown * 100).toFixed(1)} %, to ${middle(now.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
        grown < 0.1,
      ),
      finding('open files', 'as many as then', `${files[0]}, ${files[1]}`, files[1]! <= files[0]! + 10),
    ]
  } finally {
    till.close()
    people.close()
    await world.close()
  }
}
