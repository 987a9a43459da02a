import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { growLargeCompany, type IndexBuild } from '#app/demo/grow-large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { type Company, signIn, withCompany, withServer } from './company.ts'
import { runExport } from './exports.ts'
import type { Figure } from './figures.ts'
import { measureCalls, measureSaleBytes } from './scale/calls.ts'
import { measureMixedDay } from './scale/mixed-day.ts'
import { OutOfTime, type ProgramRun, runProgram } from './scale/programs.ts'
import { ScaleResults } from './scale/results.ts'
import { freeBytes, randomBuyers, randomSubjects, storedBytes } from './scale/size.ts'

// Grows one company in steps, and measures at each size what could grow with the number of members.

type Scale = { sizes: number[]; seconds: number; mixedSeconds: number; minutes: number }
type Step = Scale & { company: Company; dataDir: string; size: number; results: ScaleResults; nights: { run: number } }

const SALES_PER_MEMBER = 2
const SUBJECTS = 20_000
const CLI = 'app/cli/main.ts'
const FIT = 'ops/bench/scale/fit.ts'
/** Disk space for each member with two sales, their indexes while they are built, and a backup. */
const BYTES_PER_MEMBER = 10_000
const GB = 1024 ** 3
const MB = 1024 ** 2

export async function benchScale(scale: Scale): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-scale-'))
  const results = new ScaleResults()
  const deadline = performance.now() + scale.minutes * 60_000
  const secondsLeft = () => (deadline - performance.now()) / 1000
  try {
    return await withCompany(dataDir, memorySettings(), async (company) => {
      // The first start of the server creates the demo company.
      const seeding = await startServer(loadConfig({ ...company.env, LOG_LEVEL: 'silent' }), {
        dev: false,
        log: () => {},
      })
      await seeding.stop()
      // A server starts jobs that never ran, which would run beside the measured calls.
      for (const program of [[CLI, 'prove'], [FIT]]) await runInCompany(company, program, secondsLeft())
      const nights = { run: 0 }
      for (const size of scale.sizes.toSorted((one, other) => one - other)) {
        const step = { ...scale, company, dataDir, size, results, nights }
        try {
          checkDisk(step, await memberCount(company))
          await measureSize(step, secondsLeft)
        } catch (error) {
          // Larger sizes need even more time and disk space.
          results.fail(size, { name: 'Size', unit: '' }, (error as Error).message)
          if (!(error instanceof OutOfTime || error instanceof OutOfDisk)) throw error
          break
        }
      }
      results.printMarkdown()
      return results.figures()
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The settings that an operator gives a dedicated machine: a quarter of the memory as buffers. */
function memorySettings() {
  const buffers = Math.min(8 * GB, totalmem() / 4)
  return {
    shared_buffers: `${Math.round(buffers / MB)}MB`,
    effective_cache_size: `${Math.round((totalmem() * 0.6) / MB)}MB`,
    max_wal_size: '8GB',
  }
}

class OutOfDisk extends Error {}

function checkDisk({ size, dataDir }: Step, members: number) {
  const [needed, free] = [(size - members) * BYTES_PER_MEMBER, freeBytes(dataDir)]
  if (free < needed)
    throw new OutOfDisk(`not measured: needs ${gigabytes(needed)} GB in ${dataDir}, ${gigabytes(free)} GB are free`)
}

const memberCount = async ({ client }: Company) =>
  (await client.query<{ members: number }>('select count(*)::int as members from membership')).rows[0]!.members

async function measureSize(step: Step, secondsLeft: () => number) {
  const { company, dataDir, size, results } = step
  const checkTime = (work: string) => {
    if (secondsLeft() <= 0) throw new OutOfTime(work)
  }
  await grow(step, checkTime)
  await measureStorage(step)
  checkTime('The calls')
  const subjects = await randomSubjects(company.client, SUBJECTS)
  const buyers = await randomBuyers(company.client, 'KL1', SUBJECTS)
  await withSignedIn(step, async (signedIn) => {
    await measureCalls({ ...step, ...signedIn, subjects, buyers })
    await measureSaleBytes({ ...step, ...signedIn, subjects })
  })
  checkTime('The mixed day')
  // The first nightly batch after the growth runs during the mixed day.
  await withSignedIn(step, (signedIn) =>
    measureMixedDay({
      ...step,
      ...signedIn,
      subjects,
      seconds: step.mixedSeconds,
      runNightly: () => runNightly(step, secondsLeft()),
    }),
  )
  checkTime('The export')
  const exported = await runExport({
    url: company.postgres.url,
    dataDir,
    list: '/customer/memberships/find-all',
    format: 'CSV',
  })
  results.set(size, { name: 'export of all members', unit: 's', digits: 1 }, exported.seconds)
  results.set(size, { name: 'export of all members: additional memory', unit: 'MB' }, exported.memory)
  await measurePrograms(step, secondsLeft)
}

type SignedIn = { server: ChildProcess; tokens: Awaited<ReturnType<typeof signIn>> }

async function withSignedIn({ company }: Step, work: (signedIn: SignedIn) => Promise<void>) {
  // The account of the demo has received codes before.
  await company.client.query(`delete from rate_limit where starts_with(key, 'mail code ')`)
  await withServer(company, async (server) => work({ server, tokens: await signIn(company.env) }))
}

async function grow({ company: { client }, size, results, company }: Step, checkTime: (work: string) => void) {
  const before = await memberCount(company)
  const began = performance.now()
  const builds = await growLargeCompany(
    client,
    { members: size - before, salesPerMember: SALES_PER_MEMBER, beforeStep: () => checkTime('The growth') },
    (text) => console.log(`  ${text}`),
  )
  results.set(size, { name: 'growth from the size before', unit: 's' }, (performance.now() - began) / 1000)
  for (const { table, rows, seconds } of builds.filter(isLargeBuild))
    results.set(
      size,
      { name: `indexes of ${table}: seconds per million rows`, unit: 's', digits: 1 },
      (seconds / rows) * 1e6,
    )
}

const isLargeBuild = ({ table }: IndexBuild) =>
  ['customer', 'membership', 'transaction_summary', 'point_history'].includes(table)

async function measureStorage({ company, size, results }: Step) {
  const { database, perMember, perSale } = await storedBytes(company.client)
  results.set(size, { name: 'database', unit: 'GB', digits: 1 }, database / GB)
  results.set(size, { name: 'bytes per member', unit: 'bytes', ratio: 1.1 }, perMember)
  results.set(size, { name: 'bytes per imported sale', unit: 'bytes', ratio: 1.1 }, perSale)
}

/** Measures the operator's commands and jobs, each in a process of its own. */
async function measurePrograms(step: Step, secondsLeft: () => number) {
  const { dataDir, size, results, company } = step
  const backup = join(dataDir, 'backup.tar')
  const run = (...program: string[]) => runInCompany(company, program, secondsLeft())
  const programs: Record<string, () => Promise<ProgramRun>> = {
    'purchase forecast': () => run(FIT),
    backup: () => run(CLI, 'backup', '--to', backup),
    'reconciliation of the ledger': () => run(CLI, 'prove'),
    'nightly batch': () => runNightly(step, secondsLeft()),
  }
  for (const [name, start] of Object.entries(programs)) {
    const metric = { name, unit: 's', digits: 1 }
    try {
      const { seconds, peakMB, postgresMB, lastLine } = await start()
      results.set(size, metric, seconds)
      results.set(size, { name: `${name}: peak memory`, unit: 'MB', ratio: 1.5 }, peakMB)
      results.set(size, { name: `${name}: private memory of PostgreSQL`, unit: 'MB' }, postgresMB)
      console.log(`  ${lastLine}`)
    } catch (error) {
      if (error instanceof OutOfTime) throw error
      results.fail(size, metric, (error as Error).message.slice(-300))
    }
  }
  if (!existsSync(backup)) return
  results.set(size, { name: 'backup: file', unit: 'GB', digits: 2 }, statSync(backup).size / GB)
  rmSync(backup)
}

/** Runs the nightly batch of the next day, because a repeated batch of one day finds no work. */
function runNightly({ company, nights }: Step, seconds: number) {
  const day = new Date(Date.now() + nights.run++ * 86_400_000).toISOString().slice(0, 10)
  return runInCompany(company, [CLI, 'nightly', '--date', day], seconds)
}

const runInCompany = ({ env, postgres }: Company, [file = '', ...args]: readonly string[], seconds: number) =>
  runProgram({ file, args, env, postgres: postgres.pid, seconds })

const gigabytes = (bytes: number) => (bytes / GB).toFixed(0)
