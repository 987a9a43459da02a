import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recoverBaseCopy } from '#app/cli/base-copy/base-copy.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { startAwards } from './awards.ts'
import { missingRoot } from './failover/cluster.ts'
import { processTreeOf, signalAll } from './processes.ts'
import { atMost, expectNone, type Finding, finding, type Options } from './report.ts'
import { openArchive } from './wal-archive.ts'
import { openTestInstallation, queryOnce, readLedger } from './world.ts'

// The machine of the database is destroyed, and only a base copy and the WAL of pg_receivewal remain.

const LOSS_MOST_S = 5
const SELLING_MS = 8_000
const GIGABYTE = 1e9
/** The bytes of a bulk row with its index entry. */
const ROW_BYTES = 300

type Mode = { name: string; synchronous: boolean; confirmed: boolean }

const modes: readonly Mode[] = [
  { name: 'without --synchronous', synchronous: false, confirmed: false },
  { name: 'with --synchronous', synchronous: true, confirmed: false },
  { name: 'with --synchronous, commits wait for it', synchronous: true, confirmed: true },
]

/** Measures what is lost with the machine of the database, and the time to recover a gigabyte. */
export async function recoverFromArchive({ short, scale, log }: Options): Promise<Finding[]> {
  const missing = missingRoot()
  if (missing) return [finding('root with PostgreSQL', 'exists', missing, false)]
  const findings: Finding[] = []
  for (const mode of modes) findings.push(...(await destroyRepeatedly(mode, short ? 1 : 3, log)))
  return [...findings, ...(await measureRecovery(short ? 0.5 : 3 * scale, log))]
}

async function destroyRepeatedly(mode: Mode, rounds: number, log: Options['log']): Promise<Finding[]> {
  const results: Awaited<ReturnType<typeof destroyOnce>>[] = []
  for (let round = 1; round <= rounds; round++) {
    const result = await destroyOnce(mode, `LOST${round}`)
    results.push(result)
    const seconds = result.lossSeconds.toFixed(3)
    log(`${mode.name}: ${result.acknowledged} awards, ${result.lost} lost, those of the last ${seconds} s`)
  }
  const lost = results.reduce((sum, one) => sum + one.lost, 0)
  const acknowledged = results.reduce((sum, one) => sum + one.acknowledged, 0)
  const inconsistent = results.filter(({ isConsistent }) => !isConsistent).length
  return [
    atMost(
      `${mode.name}: longest loss`,
      LOSS_MOST_S * 1_000,
      Math.max(...results.map((one) => one.lossSeconds * 1_000)),
    ),
    mode.confirmed
      ? expectNone(`${mode.name}: lost of ${acknowledged} awards`, lost)
      : finding(`${mode.name}: lost of ${acknowledged} awards`, 'few', lost, lost < acknowledged),
    expectNone(`${mode.name}: recovered with an inconsistent ledger`, inconsistent),
  ]
}

/** Destroys the database under load and recovers it. */
async function destroyOnce(mode: Mode, prefix: string) {
  const world = await openTestInstallation()
  const archive = await openArchive(world.databaseUrl(), mode)
  try {
    await archive.copyBase()
    if (mode.confirmed) await world.sql(`alter system set synchronous_standby_names = 'pg_receivewal'`)
    await world.sql('select pg_reload_conf()')
    await world.sql(`update user_account set calls_per_minute = 100000 where username = 'pos'`)
    const awards = await startAwards(world, { count: 20_000, prefix })
    await sleep(SELLING_MS)
    const destroyedAt = performance.now()
    signalAll(processTreeOf(world.postgres!.pid), 'SIGKILL')
    rmSync(join(world.folder, 'cluster', 'postgres'), { recursive: true, force: true })
    awards.stop()
    await Promise.all([awards.done, archive.close()])
    const acknowledged = awards.acknowledged.filter(({ at }) => at <= destroyedAt)
    const { invoices, isConsistent } = await recover(archive, prefix)
    const lost = acknowledged.filter(({ invoice }) => !invoices.has(invoice))
    return {
      acknowledged: acknowledged.length,
      lost: lost.length,
      lossSeconds: lost.length === 0 ? 0 : (destroyedAt - Math.min(...lost.map(({ at }) => at))) / 1_000,
      isConsistent,
    }
  } finally {
    await archive.close()
    await world.close()
    archive.remove()
  }
}

async function recover({ base, wal }: { base: string; wal: string }, prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), 'carat-recovered-'))
  const { postgres } = await recoverBaseCopy({ folder, base, wal, to: undefined })
  try {
    const rows = await queryOnce<{ invoice: string }>(
      postgres.url,
      `select invoice_no as invoice from point_history where transaction_type = 'Earn' and invoice_no like $1`,
      [`${prefix}-%`],
    )
    const ledger = await readLedger(postgres.url)
    return {
      invoices: new Set(rows.map(({ invoice }) => invoice)),
      isConsistent: ledger['members whose book disagrees'] === '0',
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies a database of bulk rows, changes a part of it, and recovers the copy with the WAL of the changes. */
async function measureRecovery(gigabytes: number, log: Options['log']): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'carat-recovery-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster') })
  const archive = await openArchive(postgres.url, { synchronous: true })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await postgres.stop()
    isStopped = true
  }
  try {
    const rows = Math.round((gigabytes * GIGABYTE) / ROW_BYTES)
    const sql = (text: string) => queryOnce<{ value: number }>(postgres.url, text)
    const insert = (from: number, to: number) =>
      sql(`insert into bulk_row select n, repeat(md5(n::text), 7) from generate_series(${from}, ${to}) n`)
    const position = async () => (await sql(`select (pg_current_wal_lsn() - '0/0')::float8 as value`))[0]!.value
    await sql('create table bulk_row (id bigint primary key, content text not null)')
    await insert(1, rows)
    const bytes = (await sql('select pg_database_size(current_database())::float8 as value'))[0]!.value
    const copiedIn = await archive.copyBase()
    const before = await position()
    await insert(rows + 1, Math.round(rows * 1.2))
    await sql('update bulk_row set content = md5(content) where id % 5 = 0')
    const walBytes = (await position()) - before
    await archive.untilReceived(await position())
    await stop()
    await archive.close()
    const recovered = await recoverBaseCopy({ folder: join(folder, 'recovered'), ...archive, to: undefined })
    const [count] = await queryOnce<{ count: number }>(recovered.postgres.url, 'select count(*)::int from bulk_row')
    await recovered.postgres.stop()
    const speed = (amount: number, seconds: number) =>
      `${(amount / GIGABYTE).toFixed(2)} GB in ${seconds.toFixed(1)} s, ${(amount / 1e6 / seconds).toFixed(0)} MB/s`
    const expected = Math.round(rows * 1.2)
    const total = recovered.copiedIn + recovered.appliedIn
    log(`recovered in ${total.toFixed(1)} s: ${((total / bytes) * GIGABYTE).toFixed(1)} s per GB of the base copy`)
    return [
      finding('base copy by pg_basebackup', 'measured', speed(bytes, copiedIn), true),
      finding('base copy put in place', 'measured', speed(bytes, recovered.copiedIn), true),
      finding('WAL applied', 'measured', speed(walBytes, recovered.appliedIn), true),
      finding('rows after the recovery', String(expected), count!.count, count!.count === expected),
    ]
  } finally {
    await archive.close()
    await stop()
    archive.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
