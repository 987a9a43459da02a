import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, API, createClient, NoAnswer } from './client.ts'

// A simulated till of the part `offline`, as a process that can be killed: node ops/faults/offline-till.ts FOLDER PHASE.
// The files in its folder survive a kill: the plan, the allowances, the queue and the results.

export type PlannedSale = { invoice: string; member: string; minute: number }
export type PlannedRedemption = PlannedSale & { points: number; allowance: boolean }
export type TillPlan = {
  base: string
  clientId: string
  secret: string
  /** Milliseconds by which the till's clock is fast. */
  clockOffset: number
  price: string
  brand: string
  /** The members for whom the till reserves points while it has a connection. */
  reserves: string[]
  sales: PlannedSale[]
  redemptions: PlannedRedemption[]
}
export type QueuedCall = { Key: string; Path: string; Body: Record<string, unknown> }
export type CallResult = { Key: string; Status: number; Reply: Record<string, unknown> }
export type Prepared = { now: string; limit: number; allowances: Record<string, string> }

const BATCH = 25
const ATTEMPTS_MAX = 200

export const planFile = (folder: string) => join(folder, 'plan.json')
export const preparedFile = (folder: string) => join(folder, 'prepared.json')
const queueFile = (folder: string) => join(folder, 'queue.ndjson')
const resultFile = (folder: string) => join(folder, 'results.ndjson')

/** Reads the complete lines of a file and removes a last line that a kill has cut. */
function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  if (complete.length < text.length) truncateSync(file, Buffer.byteLength(complete))
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

export const readQueue = (folder: string) => readLines<QueuedCall>(queueFile(folder))
export const readResults = (folder: string) => readLines<CallResult>(resultFile(folder))

const readJson = <Content>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Content

/** Repeats a request until the server answers it. */
async function untilAnswered(request: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await request().catch((error: unknown) => {
      if (error instanceof NoAnswer) return undefined
      throw error
    })
    if (answer && answer.status !== 503 && answer.status !== 429) return answer
    if (attempt === ATTEMPTS_MAX) throw new Error('The server does not answer')
    await sleep(100)
  }
}

async function signIn({ base, clientId: ClientId, secret: ClientSecret }: TillPlan) {
  const anyone = createClient(() => base)
  const answer = await untilAnswered(() => anyone.call(`${API}/auth/system/sign-in`, { ClientId, ClientSecret }))
  anyone.close()
  if (answer.status !== 200) throw new Error(`The till could not sign in: ${JSON.stringify(answer.body)}`)
  return createClient(() => base, answer.body.access_token as string)
}

/** With a connection: reads the limits and reserves points of the members who are expected. */
async function prepare(folder: string, plan: TillPlan) {
  const server = await signIn(plan)
  const { body } = await untilAnswered(() => server.call(`${API}/till/reference`))
  const allowances: Record<string, string> = {}
  for (const MembershipNo of plan.reserves) {
    const key = `${plan.clientId}:reserve:${MembershipNo}`
    const answer = await untilAnswered(() => server.call(`${API}/till/allowances/add`, { MembershipNo }, { key }))
    if (answer.status !== 201) throw new Error(`No allowance for ${MembershipNo}: ${JSON.stringify(answer.body)}`)
    allowances[MembershipNo] = String(answer.body.Allowance)
  }
  const { Now, Offline } = body as { Now: string; Offline: { RedemptionPoints: number } }
  const prepared: Prepared = { now: Now, limit: Offline.RedemptionPoints, allowances }
  writeFileSync(preparedFile(folder), JSON.stringify(prepared))
  server.close()
}

/** The calls of the plan in the order of their time, which is that of the till's clock. */
function plannedCalls(plan: TillPlan, { now, limit, allowances }: Prepared): QueuedCall[] {
  const { clientId, sales, redemptions, clockOffset, price, brand } = plan
  const timeOf = (minute: number) => new Date(Date.parse(now) + minute * 60_000 + clockOffset).toISOString()
  const saleCalls = sales.map(({ invoice, member, minute }) => ({
    ...{ minute, Key: `${clientId}:sale:${invoice}`, Path: '/customer/memberships/transaction-summaries/add' },
    Body: {
      ...{ TransactionType: 'N', InvoiceNo: invoice, MembershipNo: member, PerformedAt: timeOf(minute) },
      Details: [{ Brand: brand, Description: 'Ring', UnitPrice: price }],
    },
  }))
  const redemptionCalls = redemptions.map(({ invoice, member, points, minute, allowance }) => {
    if (!allowance && points > limit) throw new Error(`The till may not redeem ${points} points without an allowance`)
    return {
      ...{ minute, Key: `${clientId}:redeem:${invoice}`, Path: '/till/redemptions/add' },
      Body: {
        ...{ MembershipNo: member, Points: points, InvoiceNo: invoice, PerformedAt: timeOf(minute) },
        ...(allowance && { Allowance: allowances[member] }),
      },
    }
  })
  return [...saleCalls, ...redemptionCalls]
    .sort((one, other) => one.minute - other.minute)
    .map(({ Key, Path, Body }) => ({ Key, Path, Body }))
}

/** Without a connection: stores sales and redemptions in their order. */
async function sell(folder: string, plan: TillPlan) {
  const stored = new Set(readQueue(folder).map(({ Key }) => Key))
  for (const call of plannedCalls(plan, readJson<Prepared>(preparedFile(folder)))) {
    if (stored.has(call.Key)) continue
    appendFileSync(queueFile(folder), `${JSON.stringify(call)}\n`, { flush: true })
    await sleep(2)
  }
}

/** With the connection again: sends the queue in batches. A batch without a stored result is sent again with its keys. */
async function settle(folder: string, plan: TillPlan) {
  const server = await signIn(plan)
  const settled = new Set(readResults(folder).map(({ Key }) => Key))
  const waiting = readQueue(folder).filter(({ Key }) => !settled.has(Key))
  while (waiting.length > 0) {
    const Calls = waiting.slice(0, BATCH)
    const { status, body } = await untilAnswered(() => server.call(`${API}/till/batch`, { Calls }))
    if (status !== 200) throw new Error(`The batch was refused: ${JSON.stringify(body)}`)
    const final = (body.Results as CallResult[]).filter(({ Status }) => Status !== 503)
    const lines = final.map((result) => `${JSON.stringify(result)}\n`).join('')
    appendFileSync(resultFile(folder), lines, { flush: true })
    waiting.splice(0, final.length)
  }
  server.close()
}

const phases = { prepare, sell, settle }
export type TillPhase = keyof typeof phases

const [folder, phase] = process.argv.slice(2)
if (import.meta.main && folder && phase) await phases[phase as TillPhase](folder, readJson<TillPlan>(planFile(folder)))
