import type { RecordedRequest } from '#app/server/sandbox/sandbox.ts'
import type { DriverAnswer, Outcome } from '../protocol.ts'
import type { Call, CaseTools } from '../run.ts'

// Checks that several cases share. On failure, each notes a reason for the vendor.

const list = (numbers: readonly string[]) => (numbers.length === 0 ? 'none' : numbers.join(', '))

/** Compares the case's sales and returns with the expected document numbers. Returns the documents by number. */
export async function checkDocuments(run: CaseTools, sales: readonly string[], returns: readonly string[] = []) {
  const documents = await run.records.documents()
  const numbers = (type: 'N' | 'C') => documents.filter((one) => one.type === type).map((one) => one.invoice_no)
  run.check(
    list(numbers('N').toSorted()) === list(sales.toSorted()),
    `The server has ${numbers('N').length} sales (${list(numbers('N'))}), expected ${sales.length} (${list(sales)})`,
  )
  run.check(
    numbers('C').length === returns.length,
    `The server has ${numbers('C').length} returns (${list(numbers('C'))}), expected ${returns.length} (${list(returns)})`,
  )
  return new Map(documents.map((document) => [document.invoice_no, document]))
}

export function checkOutcome(run: CaseTools, { outcome, shown }: DriverAnswer, ...expected: Outcome[]) {
  run.check(
    expected.includes(outcome),
    `The till reported "${outcome}" (${shown}), expected "${expected.join('" or "')}"`,
  )
}

/** Checks that the till repeated a request unchanged, with the same Idempotency-Key and the same body. */
export function checkRepeated(run: CaseTools, call: Call) {
  const requests = run.requests(call)
  run.check(requests.length > 1, 'The till did not repeat the request that had no reply')
  checkKeys(run, requests)
  run.check(new Set(requests.map(({ key }) => key)).size <= 1, 'The repeated request had another Idempotency-Key')
}

/** Checks that every request has a key, and that no key has two bodies. */
export function checkKeys(run: CaseTools, requests: readonly RecordedRequest[]) {
  const bodies = new Map<string, string>()
  for (const { path, key, body } of requests) {
    run.check(key !== null, `${path} was called without an Idempotency-Key`)
    if (key === null) continue
    const text = JSON.stringify([path, body])
    run.check((bodies.get(key) ?? text) === text, `The Idempotency-Key ${key} was used with two bodies`)
    bodies.set(key, text)
  }
}

/** Tolerates timers that fire a little early. */
const TOLERANCE_MS = 50

/** Checks that after a 429 or 503 the till waited for the seconds of Retry-After. */
export function checkWaits(run: CaseTools, call: Call) {
  const requests = run.requests(call)
  run.check(requests.length > 1, 'The till did not repeat the refused request')
  for (const [index, { fault, answeredAt }] of requests.entries()) {
    const next = requests[index + 1]
    if (!fault?.Status || !next || answeredAt === undefined) continue
    const waited = next.arrivedAt - answeredAt
    run.check(
      waited >= fault.RetryAfter * 1_000 - TOLERANCE_MS,
      `The till ignored Retry-After: ${fault.RetryAfter} and repeated the request before that`,
    )
  }
}

export async function checkBalance(run: CaseTools, membershipNo: string, answer: DriverAnswer) {
  const balance = await run.records.balance(membershipNo)
  run.check(answer.balance === balance, `The till showed ${answer.balance} points, the server has ${balance}`)
}

/** Compares a member's redemptions and refunds with the expected points. */
export async function checkMovements(run: CaseTools, membershipNo: string, type: string, expected: readonly number[]) {
  const points = (await run.records.movements(membershipNo)).filter((one) => one.type === type).map((one) => one.points)
  run.check(
    points.join() === expected.join(),
    `The ledger has ${points.length} entries of type ${type} (${list(points.map(String))}), expected ${list(expected.map(String))}`,
  )
}

/** Adds a member with the points of a sale that the till enters. */
export async function memberWithPoints(run: CaseTools) {
  const member = await run.member()
  const invoiceNo = run.number('EARN')
  checkOutcome(
    run,
    await run.till({ do: 'sell', invoiceNo, membershipNo: member.MembershipNo, lines: [run.goods()] }),
    'done',
  )
  return { ...member, invoiceNo }
}

export const minutesApart = (iso: string, moment: number) => Math.abs(Date.parse(iso) - moment) / 60_000

/** Returns all values of an object with the names of their fields. */
export function fieldsOf(value: unknown, name = ''): { name: string; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, item]) => fieldsOf(item, field))
  return [{ name, value }]
}
