import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { createKysely, openDatabase } from '#kit/server/database.ts'
import { findRunningPostgresUrl } from '#kit/server/embedded-postgres.ts'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { account } from '#tests/factories/people.ts'
import { API, createClient, signInStaff } from './client.ts'
import {
  type CallResult,
  type Prepared,
  planFile,
  preparedFile,
  readQueue,
  readResults,
  type TillPhase,
  type TillPlan,
} from './offline-till.ts'
import { atMost, expectNone, type Finding, finding, type Options } from './report.ts'
import { freePort, isReady, queryOnce, waitUntil } from './world.ts'

const TILLS = 20
const SALES = 2_000
const CLOCK_OFFSET_MS = 5 * 60_000
const OFFLINE_MINUTES = 60
const SETTLE_MOST_MS = 60_000
const POINTS = 100
/** The limit without an allowance: one redemption of a member's points, but not two. */
const LIMIT = 150
const BRAND = 'Carat'
const PRICE = '100.00'
const SECRET = 'offline till for tests only'

/** How the same points are redeemed: by how many tills, and which of them has an allowance or its copied text. */
const groups = [
  { name: 'allowance', count: 150, tills: ['own'] },
  { name: 'no allowance', count: 30, tills: ['none'] },
  { name: 'allowance, and another till without', count: 30, tills: ['own', 'none'] },
  { name: 'allowance, and its text at another till', count: 15, tills: ['own', 'copied'] },
  { name: 'two tills without allowance', count: 15, tills: ['none', 'none'] },
] as const
type Group = (typeof groups)[number]
type Member = { number: string; group: Group; tills: number[] }

/** Scenario `offline`: tills sell and redeem without a connection, are killed once each, and settle everything afterwards. */
export async function offlineTills({ short, log }: Options): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'carat-faults-offline-'))
  const sandbox = await startSandboxProcess(join(folder, 'data'))
  try {
    const random = seeded(7)
    const sales = short ? SALES / 10 : SALES
    const members = await createMembers(sandbox, short ? 10 : 1, random)
    const tills = await createTills(sandbox, folder, { members, sales, random })
    await Promise.all(tills.map((till) => runPhase(till, 'prepare')))
    copyAllowances(tills, members)
    const expectedPoints = await previewPoints(sandbox, members)
    log('the tills have lost their connection')

    const kills = await sellWithKills(tills, random)
    const call = await sandbox.signIn()
    await call('/dev/clock', { Advance: `PT${OFFLINE_MINUTES}M` })
    log(`${tills.reduce((sum, till) => sum + readQueue(till).length, 0)} calls are queued; the tills reconnect`)
    const began = performance.now()
    const settleKills = await settleWithKills(tills, random)
    const took = performance.now() - began
    return [
      finding('tills, each killed once', String(TILLS), kills + settleKills, kills + settleKills === TILLS),
      ...(await evaluate(sandbox, tills, { members, sales, expectedPoints })),
      atMost('from the first connection until everything is settled', SETTLE_MOST_MS, took),
    ]
  } finally {
    await sandbox.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Sandbox = Awaited<ReturnType<typeof startSandboxProcess>>

/** Starts the sandbox, whose clock can be moved, on a new database. */
async function startSandboxProcess(dataDir: string) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['app/server/sandbox/main.ts', `--port=${port}`, `--data=${dataDir}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  if (!Number.isFinite(await waitUntil(() => isReady(base), 300_000, 200))) throw new Error('The sandbox is not ready')
  return {
    base,
    sql: <Row extends object>(text: string, ...values: unknown[]) =>
      queryOnce<Row>(findRunningPostgresUrl(dataDir)!, text, values),
    databaseUrl: () => findRunningPostgresUrl(dataDir)!,
    /** Returns a function that calls as head office. A session does not survive a long move of the clock. */
    async signIn() {
      const staff = createClient(() => base, await signInStaff(() => base), 60_000)
      return async (path: string, body: object) => {
        const answer = await staff.call(`${API}${path}`, body)
        if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
        return answer.body
      }
    },
    async end() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Takes members of the demo and gives each exactly POINTS points, which do not expire. */
async function createMembers({ sql }: Sandbox, divisor: number, random: () => number): Promise<Member[]> {
  const chosen = groups.flatMap((group) => Array.from({ length: Math.ceil(group.count / divisor) }, () => group))
  const numbers = await sql<{ number: string }>(
    `with chosen as (
       select m.membership_no as number, b.lots_remaining as points from membership m join customer c using (customer_id) join point_balance b using (membership_no)
       where m.status = 'Active' and c.status = 'Active' and m.member_type = 'Premium Member' and b.arrears = 0
         and b.lots_remaining = points_available(m.membership_no, current_date)
         and contact_changed_at(m.customer_id, now()) is null and c.date_of_birth is not null
         and extract(month from c.date_of_birth) <> extract(month from current_date)
       order by 1 limit $1)
     select number from chosen,
       lateral (select case when points > 0 then debit_points(number, 'Adjust Out', points, current_date,
         jsonb_build_object('ObjectType', 'Test', 'ObjectValue', number, 'SourceKey', 'offline-empty:' || number)) end) emptied,
       lateral (select credit_points(number, 'Adjust In', $2, jsonb_build_object('BusinessDate', current_date, 'EarnedAt', now(), 'AvailableFrom', current_date,
         'ObjectType', 'Test', 'ObjectValue', number, 'SourceKey', 'offline-start:' || number))) credited`,
    chosen.length,
    POINTS,
  )
  if (numbers.length < chosen.length) throw new Error(`The demo has only ${numbers.length} suitable members`)
  await sql(
    `insert into setting (name, value) values ('offline.redemptionPoints', $1::text::jsonb) on conflict (name) do update set value = excluded.value`,
    LIMIT,
  )
  return chosen.map((group, index) => {
    const first = Math.floor(random() * TILLS)
    const tills = [first, (first + 1 + Math.floor(random() * (TILLS - 1))) % TILLS].slice(0, group.tills.length)
    return { number: numbers[index]!.number, group, tills }
  })
}

type Shape = { members: Member[]; sales: number; random: () => number }

/** Writes the plan of each till into its folder. Returns the folders. */
async function createTills({ databaseUrl, base, sql }: Sandbox, folder: string, { members, sales, random }: Shape) {
  const database = openDatabase({ url: databaseUrl(), max: 2, applicationName: 'faults' })
  const PasswordHash = await hash(SECRET, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const shops = await sql<{ code: string }>(
    `select code from building where status = 'Active' and code <> 'HQ' order by code`,
  )
  // Only members whose points are redeemed once also buy, so that the arrears of the others are known exactly.
  const buyers = members.filter(({ tills }) => tills.length === 1)
  const minute = () => Math.round(random() * OFFLINE_MINUTES * 100) / 100
  const folders: string[] = []
  for (let till = 0; till < TILLS; till++) {
    const clientId = `offline-${till}`
    const outlets = [shops[till % shops.length]!.code]
    const caller = { kind: 'system', roles: [], privileges: [], outlet: '', outlets } as const
    await account(
      createKysely(database.pool as never),
      { ...caller, scopes: ['reference:read', 'sales:write', 'points:redeem'] },
      { Username: clientId, PasswordHash },
    )
    const mine = members.flatMap((member) =>
      member.tills.flatMap((index, place) =>
        index === till ? [{ member, place, way: member.group.tills[place]! }] : [],
      ),
    )
    const plan: TillPlan = {
      ...{ base, clientId, secret: SECRET, price: PRICE, brand: BRAND },
      clockOffset: Math.round((random() * 2 - 1) * CLOCK_OFFSET_MS),
      reserves: mine.filter(({ way }) => way === 'own').map(({ member }) => member.number),
      sales: Array.from({ length: sales / TILLS }, (_, number) => ({
        invoice: `OFF-S-${till}-${number}`,
        member: buyers[Math.floor(random() * buyers.length)]!.number,
        minute: minute(),
      })),
      redemptions: mine.map(({ member, place, way }) => ({
        ...{ invoice: `OFF-R-${member.number}-${place}`, member: member.number, points: POINTS, minute: minute() },
        allowance: way !== 'none',
      })),
    }
    const tillFolder = join(folder, clientId)
    mkdirSync(tillFolder)
    writeFileSync(planFile(tillFolder), JSON.stringify(plan))
    folders.push(tillFolder)
  }
  await database.end()
  return folders
}

/** Gives the text of an allowance also to the second till, as if it had been copied. */
function copyAllowances(tills: string[], members: Member[]) {
  const prepared = tills.map((till) => JSON.parse(readFileSync(preparedFile(till), 'utf8')) as Prepared)
  for (const { number, group, tills: indexes } of members) {
    const copy = (group.tills as readonly string[]).indexOf('copied')
    if (copy > 0) prepared[indexes[copy]!]!.allowances[number] = prepared[indexes[0]!]!.allowances[number]!
  }
  for (const [index, till] of tills.entries()) writeFileSync(preparedFile(till), JSON.stringify(prepared[index]))
}

/** The points that one sale earns, by member. */
async function previewPoints(sandbox: Sandbox, members: Member[]) {
  const call = await sandbox.signIn()
  const expected = new Map<string, number>()
  for (const { number: MembershipNo } of members) {
    const sale = { MembershipNo, OutletCode: 'KL1', Details: [{ Brand: BRAND, UnitPrice: PRICE }] }
    const body = await call('/customer/transaction-summaries/normal/preview', sale)
    expected.set(MembershipNo, Number(body.Points) + Number(body.BonusPoints))
  }
  return expected
}

const startTill = (folder: string, phase: TillPhase): ChildProcess =>
  spawn(process.execPath, ['ops/faults/offline-till.ts', folder, phase], { stdio: ['ignore', 'inherit', 'inherit'] })

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))

async function runPhase(folder: string, phase: TillPhase) {
  const code = await exitOf(startTill(folder, phase))
  if (code !== 0) throw new Error(`${folder} ended with ${code} in the phase ${phase}`)
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Runs a phase and kills the till once its file has grown. Returns whether the kill came before the end. */
async function runKilled(folder: string, phase: TillPhase, file: string, random: () => number): Promise<boolean> {
  const child = startTill(folder, phase)
  const exited = exitOf(child)
  let ended = false
  void exited.then(() => {
    ended = true
  })
  while (!ended && sizeOf(join(folder, file)) === 0) await sleep(2)
  await sleep(random() * 60)
  const killed = !ended && child.kill('SIGKILL')
  await exited
  await runPhase(folder, phase)
  return killed
}

/** The tills with an even number are killed while they sell. Returns the number of kills. */
async function sellWithKills(tills: string[], random: () => number) {
  const killed = await Promise.all(
    tills.map(async (till, index) => {
      if (index % 2 === 0) return runKilled(till, 'sell', 'queue.ndjson', random)
      await runPhase(till, 'sell')
      return false
    }),
  )
  return killed.filter(Boolean).length
}

/** The tills with an odd number are killed while they send their queue. Returns the number of kills. */
async function settleWithKills(tills: string[], random: () => number) {
  const killed = await Promise.all(
    tills.map(async (till, index) => {
      if (index % 2 === 1) return runKilled(till, 'settle', 'results.ndjson', random)
      await runPhase(till, 'settle')
      return false
    }),
  )
  return killed.filter(Boolean).length
}

type Expected = { members: Member[]; sales: number; expectedPoints: Map<string, number> }

/** Compares the books with the model: start + sales − redemptions, of which a second one above the limit is refused. */
async function evaluate(sandbox: Sandbox, tills: string[], { members, sales, expectedPoints }: Expected) {
  const results = tills.flatMap((till) => {
    const answered = new Map(readResults(till).map((result) => [result.Key, result]))
    return readQueue(till).map((call) => ({ ...call, result: answered.get(call.Key) }))
  })
  const statusOf = ({ result }: { result: CallResult | undefined }) => result?.Status ?? 0
  const isSale = ({ Path }: { Path: string }) => !Path.startsWith('/till/')
  const redemptions = members.reduce((sum, { tills: own }) => sum + own.length, 0)
  const second = members.filter(({ tills: own }) => own.length === 2).length
  const soldBy = Map.groupBy(results.filter(isSale), ({ Body }) => String(Body.MembershipNo))
  const model = new Map(
    members.map(({ number, group }) => {
      const earned = (soldBy.get(number)?.length ?? 0) * expectedPoints.get(number)!
      const isRefused = group.name === 'two tills without allowance'
      const spent = isRefused ? POINTS : POINTS * group.tills.length
      return [number, { points: POINTS + earned - spent, arrears: Math.max(0, spent - POINTS), isRefused }]
    }),
  )
  const books = await sandbox.sql<
    Record<'number' | 'points' | 'arrears' | 'reserved' | 'covered' | 'uncovered' | 'owed', string>
  >(
    `select b.membership_no as number, b.points, b.arrears, b.reserved, coalesce(sum(r.covered), 0) as covered,
       coalesce(sum(r.uncovered), 0) as uncovered, coalesce(sum(r.owed), 0) as owed
     from point_balance b left join offline_redemption r using (membership_no)
     where b.membership_no = any($1) group by b.membership_no, b.balance_type`,
    members.map(({ number }) => number),
  )
  const wrong = books.filter(
    ({ number, points, arrears, reserved }) =>
      Number(points) !== model.get(number)!.points ||
      Number(arrears) !== model.get(number)!.arrears ||
      reserved !== '0',
  )
  const [entered] = await sandbox.sql<{ sales: number; invoices: number; redeemed: number; paid: number }>(
    `select (select count(*)::int from transaction_summary where invoice_no like 'OFF-S-%') as sales,
       (select count(distinct invoice_no)::int from transaction_summary where invoice_no like 'OFF-S-%') as invoices,
       (select count(*)::int from point_history where object_value like 'OFF-R-%' and transaction_type = 'Redeem') as redeemed,
       (select count(distinct object_value)::int from point_history where object_value like 'OFF-R-%' and transaction_type = 'Redeem') as paid`,
  )
  // As the nightly batch does, which has no time limit of a call.
  await sandbox.sql(
    `select watch_loyalty(current_date, now() + interval '1 day', '{"Offline redemptions": {"Least": 1, "Days": 30}}')`,
  )
  const [watched] = await sandbox.sql<{ owed: number; found: number; points: string }>(
    `select count(*)::int as owed, count(act.finding_id)::int as found, coalesce(sum(act.points), 0) as points
     from offline_redemption r left join watch_act act on act.pattern = 'Offline redemptions' and act.key = r.history_id::text where r.owed > 0`,
  )
  const differences = await sandbox.sql('select * from ledger_differences()')
  const refused = results.filter((call) => statusOf(call) === 409)
  const accepted = results.filter((call) => statusOf(call) === 201)
  const other = results.filter((call) => ![201, 409].includes(statusOf(call)))
  const overLimit = [...model.values()].filter(({ isRefused }) => isRefused).length
  const owed = books.reduce((sum, row) => sum + Number(row.owed), 0)
  const arrears = books.reduce((sum, row) => sum + Number(row.arrears), 0)
  const redeemed = accepted.filter((call) => !isSale(call))
  return [
    finding('sales without a connection', String(sales), entered!.sales, entered!.sales === sales),
    finding(
      `redemptions without a connection, ${second} of which try the same points at a second till`,
      String(redemptions),
      `${redeemed.length} taken, ${refused.length} refused`,
      redeemed.length + refused.length === redemptions,
    ),
    expectNone('lost: queued but without a final result', other.length, other),
    expectNone('lost: acknowledged but not in the books', accepted.length - entered!.sales - entered!.redeemed),
    expectNone('doubled', entered!.sales - entered!.invoices + entered!.redeemed - entered!.paid),
    finding(
      'refused: the second redemption above the limit of a member and day',
      String(overLimit),
      `${refused.length}, ${[...new Set(refused.map(({ result }) => String(result!.Reply.code)))].join(' ')}`,
      refused.length === overLimit && refused.every(({ result }) => result!.Reply.code === 'points.offline_limit'),
    ),
    expectNone(
      'members whose balance differs from the exact model',
      wrong.length + members.length - books.length,
      wrong,
    ),
    expectNone(
      'points overdrawn by redemptions with an allowance',
      redeemed
        .filter(({ result }) => Number(result!.Reply.AllowancePoints) === POINTS)
        .reduce((sum, { result }) => sum + Number(result!.Reply.OwedPoints), 0),
    ),
    finding(
      'most points overdrawn for a member without an allowance',
      `≤ ${LIMIT}`,
      Math.max(...books.map((row) => Number(row.owed))),
      books.every((row) => Number(row.owed) <= LIMIT && Number(row.uncovered) <= LIMIT),
    ),
    finding('points overdrawn, all of them arrears', String(arrears), owed, owed === arrears && owed > 0),
    finding(
      'overdrawn redemptions with a finding of loyalty watch',
      String(watched!.owed),
      watched!.found,
      watched!.found === watched!.owed && Number(watched!.points) === owed,
    ),
    expectNone('differences in the books', differences.length, differences),
  ]
}
