import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { readServerSecret } from '#app/server/secrets.ts'
import { startServer } from '#app/server/start-server.ts'
import type { DeclaredReport } from '#areas/reports/contract/report.ts'
import { reportRoutes } from '#areas/reports/server/report-routes.ts'
import { refitRetentionModels } from '#areas/retention/server/refit.ts'
import { updatePurchaseDays } from '#areas/sales/server/make-purchase-days.ts'
import { openDatabase } from '#kit/server/database.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { API_BASE } from '#kit/server/serve.ts'
import {
  addColleagues,
  type CallStatistics,
  type Company,
  call,
  PORT,
  runInThread,
  signIn,
  subjectsOf,
  withCompany,
} from './company.ts'
import type { ExportResult } from './export-one.ts'
import { type Figure, median, percentile } from './figures.ts'
import { recordStatements, type Statement } from './recording.ts'
import { type BenchPeriod, compareWithDuckDb } from './reports-duckdb.ts'
import type { LoadThreadInput } from './till.ts'

// Measures all reports on a large company: the first page with totals over the longest period.
// Compares the slowest reports with their bare statements and with DuckDB.
// Also measures a large export file, and counter calls during many heavy reports.

type Size = { customers: number; sales: number; rounds: number; dataDir?: string | undefined }
type ReportCall = { path: string; input: Record<string, unknown> }

/** The time for which totals are shared. Rounds are further apart, so that each one computes its totals. */
const SHARED_MS = 5_500
const MOST_MS = 1_000
const AT_ONCE = 20
/** The limit of parallel reports per user. */
const OF_ONE = 2
const LOOKING = 4
const FILE_ROWS = 100_000

export async function benchReports({ dataDir, ...size }: Size): Promise<Figure[]> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'carat-bench-reports-'))
  try {
    return await withCompany(folder, {}, async (company) => {
      // One account makes all calls, so raise its limit.
      const limits = { perUser: 1_000_000_000 }
      const server = await startServer(loadConfig(company.env), { dev: false, limits, log: () => {} })
      try {
        await fill(company, folder, size)
        await settled(company)
        return await measured(company, folder, size)
      } finally {
        await server.stop()
      }
    })
  } finally {
    if (!dataDir) rmSync(folder, { recursive: true, force: true })
  }
}

/** Seeds the company, unless the folder already contains one. */
async function fill({ client }: Company, folder: string, { customers, sales }: Size) {
  const { rows } = await client.query<{ sales: number }>('select count(*)::int as sales from transaction_summary')
  if (rows[0]!.sales >= sales) return
  const secret = existsSync(join(folder, 'secrets')) ? { secret: readServerSecret(folder, undefined) } : {}
  await seedLargeCompany(client, { customers, sales, ...secret }, (text) => console.log(`  ${text}`))
  await client.query('vacuum analyze')
}

/** Runs the jobs that process new sales. */
async function settled({ postgres, client }: Company) {
  await inJobOf(postgres.url, updatePurchaseDays)
  await client.query('vacuum analyze purchase_day, purchase_change')
}

async function measured(company: Company, folder: string, { rounds }: Size): Promise<Figure[]> {
  const { client } = company
  const { staff: token } = await signIn(company.env)
  const span = (
    await client.query<{ from: string; until: string; year: string }>(
      `select (business_date_of(now()) - interval '2 years')::date::text as from, business_date_of(now())::text as until,
         (business_date_of(now()) - interval '1 year')::date::text as year`,
    )
  ).rows[0]!
  const [subject] = await subjectsOf(client)
  const over = (days: BenchPeriod) =>
    reportRoutes.map(({ endpoint, report }) => ({
      path: endpoint.path,
      input: widest(report, days, subject!.member),
    }))
  const reportCalls = over(span)
  const times = await inRounds(reportCalls, rounds, token)
  const slowest = reportCalls.toSorted((one, other) => median(times.get(other.path)!) - median(times.get(one.path)!))
  const figures: Figure[] = slowest.map(({ path }) => ({
    name: path.replace('/reporting/', ''),
    value: `${times
      .get(path)!
      .map((ms) => ms.toFixed(0))
      .join(', ')} ms`,
    goal: `under ${MOST_MS} ms`,
  }))
  const long = new Set(slowest.filter(({ path }) => median(times.get(path)!) > MOST_MS).map(({ path }) => path))
  const shorter = await inRounds(
    over({ ...span, from: span.year }).filter(({ path }) => long.has(path)),
    rounds,
    token,
  )
  for (const [path, each] of shorter)
    figures.push({
      name: `${path.replace('/reporting/', '')} of one year, half of the sales`,
      value: `${each.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    })
  for (const figure of figures) console.log(`  ${figure.name}: ${figure.value}`)

  const heavy = slowest.slice(0, 2)
  for (const reportCall of heavy) figures.push(await besideOwnSql(company, reportCall, token, rounds))
  figures.push(...(await compareWithDuckDb(company.postgres.url, client, span, (path) => median(times.get(path)!))))
  figures.push(await file(company, folder, span))
  figures.push(await counterMeanwhile(company, slowest, token))
  figures.push(await fitted(company))
  return figures
}

/** Measures the duration of each report, in rounds over all reports. */
async function inRounds(reportCalls: readonly ReportCall[], rounds: number, token: string) {
  const times = new Map<string, number[]>(reportCalls.map(({ path }) => [path, []]))
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    for (const { path, input } of reportCalls) times.get(path)!.push(await timed(() => call(path, input, { token })))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + SHARED_MS - performance.now())))
  }
  return times
}

/** Returns the input of each report: the longest period, and a member if required. */
function widest({ declared: { dates, filters } }: DeclaredReport, { from, until }: BenchPeriod, member: string) {
  return {
    ...(dates && { [dates[0]]: from, [dates[1]]: until }),
    ...('CustomerIDNo' in filters && { MembershipNo: member }),
    Rows: 50,
    Page: 1,
  }
}

async function timed(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Compares the call with its recorded statements, which a plain client sends. Interleaves both. */
async function besideOwnSql(
  { client }: Company,
  { path, input }: ReportCall,
  token: string,
  rounds: number,
): Promise<Figure> {
  const trips = await recordStatements(() => call(path, { ...input, Page: 2 }, { token }).then(() => {}))
  const ownStatements = trips.flat().filter(({ text }) => /^(select|with)/i.test(text) && !text.includes('set_config'))
  const calls: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Use a new page size, so that no earlier total is shared.
    const fresh = { ...input, Rows: 51 + round, Page: 1 }
    await new Promise((resolve) => setTimeout(resolve, SHARED_MS))
    calls.push(await timed(() => call(path, fresh, { token })))
    bare.push(await timed(() => sendAll(client, ownStatements)))
  }
  return {
    name: `${path.replace('/reporting/', '')} beside its own SQL`,
    value: `${median(calls).toFixed(0)} ms, ${ownStatements.length} statements alone ${median(bare).toFixed(0)} ms: ${(median(calls) / median(bare)).toFixed(2)} ×`,
    goal: 'at most 1.5 ×',
  }
}

async function sendAll(client: pg.Client, statements: Statement[]) {
  for (const { text, values } of statements) await client.query(text, values as unknown[])
}

/** Exports a hundred thousand sales with twenty columns. */
async function file({ postgres, client }: Company, folder: string, { until }: BenchPeriod): Promise<Figure> {
  const { rows } = await client.query<{ from: string }>(
    `select business_date::text as from from transaction_summary where membership_no is not null and business_date <= $1
     order by business_date desc offset least($2, (select count(*) - 1 from transaction_summary where membership_no is not null and business_date <= $1)) limit 1`,
    [until, FILE_ROWS],
  )
  const route = reportRoutes.find(({ endpoint }) => endpoint.path.endsWith('/customer-transaction-report'))!
  const fields = Object.keys(route.report.declared.row).slice(0, 20)
  const input = { TransactionDateFrom: rows[0]!.from, TransactionDateTo: until }
  const result = await new Promise<ExportResult>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'export-one.ts'), { execArgv: [] })
    child.once('message', (answer) => resolve(answer as ExportResult))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The export ended with ${code}`)))
    child.send({ url: postgres.url, dataDir: folder, list: route.endpoint.path, format: 'XLSX', fields, input })
  })
  return {
    name: `XLSX of ${result.rows} rows × ${fields.length} columns`,
    value: `${result.seconds.toFixed(1)} s, ${result.memory.toFixed(0)} MB more memory (${result.megabytes.toFixed(1)} MB file, bare COPY ${result.copySeconds.toFixed(1)} s)`,
    goal: 'under 15 s and 300 MB',
  }
}

/** Looks up members continuously while many users request the heaviest reports. */
async function counterMeanwhile({ client }: Company, slowest: ReportCall[], token: string): Promise<Figure> {
  const people = await addColleagues(client, AT_ONCE / OF_ONE)
  const subjects = await subjectsOf(client)
  const seconds = 15
  const job: LoadThreadInput = { call: 'look-up', port: PORT, token, subjects, connections: LOOKING, seconds, run: 'R' }
  const looking = runInThread<CallStatistics>('till.ts', job)
  const statuses: Record<string, number> = {}
  const until = performance.now() + seconds * 1000
  const ask = async (caller: number) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const { path, input } = slowest[(caller + turn) % Math.min(6, slowest.length)]!
      const reply = await fetch(`http://127.0.0.1:${PORT}${API_BASE}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${people[caller % people.length]}` },
        body: JSON.stringify({ ...input, Rows: 50 + caller }),
      })
      await reply.arrayBuffer()
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
      if (!reply.ok) await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const [{ times, statuses: reportStatuses }] = await Promise.all([
    looking,
    ...Array.from({ length: AT_ONCE }, (_, place) => ask(place)),
  ])
  return {
    name: `look-ups beside ${AT_ONCE} heavy reports at once`,
    value: `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms (look-ups ${JSON.stringify(reportStatuses)}; reports ${JSON.stringify(statuses)})`,
    goal: 'p95 under 200 ms',
  }
}

/** Measures the purchase forecast for all customers. */
async function fitted({ postgres }: Company): Promise<Figure> {
  return inJobOf(postgres.url, async (context) => {
    const ms = await timed(() => refitRetentionModels(context))
    const { rows } = await context.database.pool.query(
      'select customers, milliseconds, status from retention_fit order by fit_id desc limit 1',
    )
    const { customers, milliseconds, status } = rows[0]
    return {
      name: `purchase forecast, ${customers} customers`,
      value: `${(ms / 1000).toFixed(1)} s (${status}; noted ${(milliseconds / 1000).toFixed(1)} s)`,
      goal: 'under 20 s for 200000',
    }
  })
}

async function inJobOf<Result>(url: string, work: (context: JobContext) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ url, max: 2 })
  try {
    return await work({
      origin: programOrigin('bench'),
      database,
      directUrl: url,
      clock: () => new Date(),
      timeZone: 'Asia/Kuala_Lumpur',
      log: () => {},
    })
  } finally {
    await database.end()
  }
}
