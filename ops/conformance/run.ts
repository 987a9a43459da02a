import type { Fault } from '#app/server/sandbox/contract.ts'
import type { RecordedRequest, Sandbox } from '#app/server/sandbox/sandbox.ts'
import type { Driver } from './drivers.ts'
import type { DriverAnswer, DriverCommand, Goods } from './protocol.ts'
import {
  addMember,
  addVoucher,
  type CaseRecords,
  type Member,
  type MemberOptions,
  recordsOf,
  type Sql,
  type Voucher,
} from './records.ts'

/** The sandbox to which the till under test sends its calls. */
export type ConformanceTarget = {
  url: string
  sandbox: Sandbox
  sql: Sql
  clientId: string
  clientSecret: string
  outlet: string
  /** The secret of the server, which encrypts the security codes of vouchers. */
  serverSecret: Buffer
  /** A brand of the company, and a card category for new members. */
  brand: string
  category: string
}

/** The calls that a till sends. */
export const paths = {
  signIn: '/api/1.0/auth/system/sign-in',
  token: '/oauth/token',
  lookup: '/api/1.0/customer/memberships/lookup',
  card: '/api/1.0/customer/memberships/card',
  balance: '/api/1.0/point/balances/find-one',
  sale: '/api/1.0/customer/memberships/transaction-summaries/add',
  line: '/api/1.0/customer/transaction-details/add',
  redeem: '/api/1.0/point/redemption',
  refund: '/api/1.0/point/redemption/refund',
  voucher: '/api/1.0/till/vouchers/use',
  allowance: '/api/1.0/till/allowances/add',
  release: '/api/1.0/till/allowances/end',
  offlineRedemption: '/api/1.0/till/redemptions/add',
} as const
export type Call = keyof typeof paths

/** The tools of a case: the till, the sandbox, the server's records, and `check`, which notes the reason of a failure. */
export type CaseTools = {
  till: (command: Exclude<DriverCommand, { do: 'start' | 'restart' }>) => Promise<DriverAnswer>
  /** Restarts the till, with an empty queue or with the queue that it has stored. */
  startTill: (options?: { clientSecret?: string; resume?: boolean }) => Promise<DriverAnswer>
  crashTill: () => Promise<void>
  planFaults: (...faults: (Partial<Fault> & { call: Call })[]) => void
  /** Refuses every call of a till with 503 until `endOutage` is called. */
  beginOutage: () => void
  endOutage: () => void
  advance: (minutes: number) => void
  now: () => number
  member: (options?: MemberOptions) => Promise<Member>
  /** Adds a voucher that was assigned to a customer. */
  voucher: () => Promise<Voucher>
  goods: (more?: Partial<Goods>) => Goods
  /** A document number that no other case uses. */
  number: (suffix: string) => string
  records: CaseRecords
  /** Returns the requests of this case so far. */
  requests: (call?: Call) => RecordedRequest[]
  output: () => string
  /** Texts that must not appear in the output of the driver, such as secrets. */
  secrets: () => string[]
  check: (isRight: boolean, reason: string) => void
}

export type ConformanceCase = {
  id: string
  title: string
  played: string
  judged: string
  play: (run: CaseTools) => Promise<void>
}

export type Result = Pick<ConformanceCase, 'id' | 'title' | 'played' | 'judged'> & {
  /** Skipped: the till does not have the function. */
  verdict: 'passed' | 'failed' | 'skipped'
  reasons: string[]
  requests: { path: string; key: string | null; status: number; fault: string | null }[]
}

const OUTAGE_SECONDS = 30

/** Thrown to end a case whose function the till does not have. */
class Unsupported extends Error {}

/** Runs the cases in order against one till. Resolves to a verdict with reasons for each case. */
export async function runCases(
  cases: readonly ConformanceCase[],
  target: ConformanceTarget,
  driver: Driver,
  report: (result: Result) => void = () => {},
): Promise<Result[]> {
  const runId = Date.now().toString(36).slice(-5).toUpperCase()
  const secrets = new Set([target.clientSecret])
  const results: Result[] = []
  for (const { play, ...about } of cases) {
    const reasons: string[] = []
    let isSkipped = false
    const recorded: RecordedRequest[] = []
    const run = openRun(target, driver, { prefix: `${runId}-${about.id}`, recorded, reasons, secrets })
    target.sandbox.planFaults([])
    target.sandbox.setClock(new Date())
    try {
      await run.startTill()
      await play(run)
    } catch (error) {
      if (error instanceof Unsupported) isSkipped = true
      else reasons.push((error as Error).message)
      // Make sure that the driver answers before the next case begins.
      await driver.restart().catch(() => {})
    }
    const result: Result = {
      ...about,
      verdict: reasons.length > 0 ? 'failed' : isSkipped ? 'skipped' : 'passed',
      reasons: [...new Set(reasons)],
      requests: run.requests().map(({ path, key, status, fault }) => ({ path, key, status, fault: faultText(fault) })),
    }
    results.push(result)
    report(result)
  }
  target.sandbox.planFaults([])
  return results
}

type Parts = { prefix: string; recorded: RecordedRequest[]; reasons: string[]; secrets: Set<string> }

function openRun(target: ConformanceTarget, driver: Driver, { prefix, recorded, reasons, secrets }: Parts): CaseTools {
  const { sandbox, sql } = target
  const requests = (call?: Call) => {
    recorded.push(...sandbox.takeRequests())
    for (const { authorization } of recorded) if (authorization) secrets.add(authorization.replace(/^\w+ /, ''))
    return call ? recorded.filter(({ path }) => path === paths[call]) : recorded
  }
  return {
    till: async (command) => {
      const answer = await driver.perform(command)
      if (answer.outcome === 'unsupported') throw new Unsupported(answer.shown)
      return answer
    },
    startTill: ({ clientSecret = target.clientSecret, resume = false } = {}) => {
      secrets.add(clientSecret)
      const { url, clientId, outlet } = target
      return driver.perform({ do: 'start', url, clientId, clientSecret, outlet, resume })
    },
    crashTill: async () => void (await driver.restart()),
    planFaults: (...faults) =>
      sandbox.planFaults(
        faults.map(({ call, ...fault }) => ({ Path: paths[call], Requests: 1, DelayMs: 0, RetryAfter: 1, ...fault })),
      ),
    beginOutage: () =>
      sandbox.planFaults(
        Object.values(paths).map((Path) => ({
          Path,
          Requests: 1_000,
          DelayMs: 0,
          Status: 503 as const,
          RetryAfter: OUTAGE_SECONDS,
        })),
      ),
    endOutage: () => sandbox.planFaults([]),
    advance: (minutes) => sandbox.advance(minutes * 60_000),
    now: () => sandbox.clock().getTime(),
    member: (options) => addMember(sql, target, options),
    voucher: () => addVoucher(sql, target.serverSecret),
    goods: (more) => ({
      line: 1,
      brand: target.brand,
      description: 'Ring',
      quantity: '1',
      unitPrice: '1000.00',
      ...more,
    }),
    number: (suffix) => `${prefix}-${suffix}`,
    records: recordsOf(sql, prefix),
    requests,
    output: driver.output,
    secrets: () => {
      requests()
      return [...secrets]
    },
    check: (isRight, reason) => {
      if (!isRight) reasons.push(reason)
    },
  }
}

function faultText(fault: Fault | undefined) {
  if (!fault) return null
  const { Cut, Status, RetryAfter, DelayMs } = fault
  if (Cut) return Cut === 'Before' ? 'connection cut before execution' : 'connection cut after execution'
  return Status ? `${Status} with Retry-After ${RetryAfter}` : `delayed by ${DelayMs} ms`
}
