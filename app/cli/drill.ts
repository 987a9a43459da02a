import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { openClient } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { restoreBackup } from './backup/read-backup.ts'
import { backUpDatabase } from './backup.ts'
import { archiveSettings, recoverCopy, recoverDemo } from './base-copy/recovery-drill.ts'
import { type CliCommand, UsageError } from './command.ts'
import { compareBackupWithRestore } from './comparison.ts'
import { openTills } from './drill-tills.ts'
import { readLedgerSums } from './ledger-sums.ts'

export const drillCommand: CliCommand = {
  name: 'drill',
  usage: '[--from BACKUP] [--recovery] [--base FOLDER --wal FOLDER [--to TIME]] [--customers N]',
  help: 'Proves that a backup, or a base copy with its WAL, can be restored: yours, or one of a demo while its tills sell. Touches no database of yours.',
  async run(args, env) {
    const { values } = parseArgs({ args, options })
    const customers = Number(values.customers ?? 0)
    if (!Number.isInteger(customers) || customers < 0) throw new UsageError('--customers takes a whole number')
    if ((values.base === undefined) !== (values.wal === undefined)) throw new UsageError('--base and --wal go together')
    const to = momentOf(values.to, values.base !== undefined)
    const folder = await mkdtemp(join(tmpdir(), 'carat-drill-'))
    try {
      if (values.base && values.wal)
        return await recoverCopy({ folder, base: resolve(values.base), wal: resolve(values.wal), to })
      if (values.recovery)
        return await recoverDemo(folder, await startDemo(folder, customers, env, archiveSettings(folder)))
      const from = values.from ? resolve(values.from) : await backupUnderLoad(folder, customers, env)
      await restoreAndCompare(folder, from)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Restores the backup into a temporary database and compares the result with the manifest. */
async function restoreAndCompare(folder: string, from: string) {
  const began = performance.now()
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'restored') })
  try {
    const media = join(folder, 'restored', 'media')
    const restored = await restoreBackup({ from, url: postgres.url, replace: false, sumUp: readLedgerSums, media })
    const { lines, same } = compareBackupWithRestore(restored)
    console.log([`Restored in ${seconds(began)} s`, ...lines].join('\n'))
    const unbalancedMembers = restored.sums['members whose book disagrees']
    if (!same || unbalancedMembers !== '0')
      throw new Error('The drill failed: the restored data differ from the backup')
    console.log('The drill passed: all counts and sums are those of the backup')
  } finally {
    await postgres.stop()
  }
}

const options = {
  from: { type: 'string' },
  recovery: { type: 'boolean' },
  base: { type: 'string' },
  wal: { type: 'string' },
  to: { type: 'string' },
  customers: { type: 'string' },
} as const

function momentOf(text: string | undefined, hasBase: boolean): Date | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (!hasBase || Number.isNaN(moment.getTime()))
    throw new UsageError('--to takes a time such as 2026-11-30T09:15:00+08:00, and goes with --base and --wal')
  return moment
}

/** Starts a temporary demo whose simulated tills enter sales and award points. */
async function startDemo(folder: string, customers: number, env: NodeJS.ProcessEnv, settings = {}) {
  const dataDir = join(folder, 'busy')
  const config = loadConfig({ PATH: env.PATH, DATA_DIR: dataDir, PORT: '0', DEMO: '1', LOG_LEVEL: 'silent' })
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), settings })
  const server = await startServer({ ...config, databaseUrl: postgres.url }, { dev: false, log: () => {} })
  const members = await prepare(postgres.url, customers)
  const secret = (await readFile(join(dataDir, 'secrets', 'pos'), 'utf8')).trim()
  const tills = await openTills(new URL(API_BASE, server.address).href, secret, members)
  return {
    config,
    url: postgres.url,
    tills,
    async stop() {
      await server.stop()
      await postgres.stop()
    },
  }
}

/** Backs up a demo while its tills sell. */
async function backupUnderLoad(folder: string, customers: number, env: NodeJS.ProcessEnv): Promise<string> {
  const demo = await startDemo(folder, customers, env)
  try {
    const began = performance.now()
    const before = demo.tills.awarded.length
    await backUpDatabase(demo.config, demo.url, join(folder, 'backup.tar'), () => {})
    const during = demo.tills.awarded.length - before
    await demo.tills.close()
    console.log(`Saved in ${seconds(began)} s; ${during} awards were granted meanwhile`)
    if (during === 0) throw new Error('The drill proves nothing: no award was granted while the backup was taken')
    return join(folder, 'backup.tar')
  } finally {
    await demo.stop()
  }
}

async function prepare(url: string, customers: number): Promise<string[]> {
  const client = await openClient(url, 'drill')
  try {
    if (customers > 0) await seedLargeCompany(client, { customers, sales: customers * 5 }, () => {})
    // The tills share one account, which would reach its limit.
    await client.query(`update user_account set calls_per_minute = 100000 where username = 'pos'`)
    const { rows } = await client.query<{ membership_no: string }>(
      `select membership_no from membership where member_type = 'Premium Member' and status = 'Active' limit 2000`,
    )
    return rows.map((row) => row.membership_no)
  } finally {
    await client.end()
  }
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
