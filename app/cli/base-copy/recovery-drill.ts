import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { openClient } from '#kit/server/database.ts'
import type { Tills } from '../drill-tills.ts'
import { readLedgerSums } from '../ledger-sums.ts'
import { recoverBaseCopy, takeBaseCopy } from './base-copy.ts'

/** The time after which an incomplete WAL file is archived, and with it the most that a lost machine can lose. */
const ARCHIVE_SECONDS = 2

/** Settings of a demo's PostgreSQL that archives its WAL into a subfolder of `folder`. */
export function archiveSettings(folder: string): Record<string, string> {
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  chmodSync(archive, 0o777)
  return {
    archive_mode: 'on',
    archive_timeout: `${ARCHIVE_SECONDS}s`,
    archive_command: `cp '%p' '${archive}/%f.new' && mv '${archive}/%f.new' '${archive}/%f'`,
  }
}

/** Recovers a copy of yours to a moment, or to the end of its WAL, and verifies the ledger. */
export async function recoverCopy(copy: { folder: string; base: string; wal: string; to: Date | undefined }) {
  await withRecovered({ ...copy, folder: join(copy.folder, 'recovered') }, async (client, seconds) => {
    const { rows } = await client.query<{ last: Date | null; bytes: string }>(
      'select (select max(created_at) from point_history) as last, pg_database_size(current_database()) as bytes',
    )
    const { last, bytes } = rows[0]!
    const gigabytes = Number(bytes) / 1e9
    const took = seconds.copiedIn + seconds.appliedIn
    console.log(
      `Recovered ${gigabytes.toFixed(2)} GB in ${took.toFixed(1)} s (${(took / gigabytes).toFixed(0)} s per GB): ${describe(seconds)}`,
    )
    console.log(`The last entry of the ledger is of ${last?.toISOString() ?? 'no time'}`)
    console.log('The drill passed: the ledger is consistent')
  })
}

type Seconds = { copiedIn: number; appliedIn: number }

const describe = ({ copiedIn, appliedIn }: Seconds) =>
  `copied in ${copiedIn.toFixed(1)} s, WAL applied in ${appliedIn.toFixed(1)} s`

type Demo = { url: string; tills: Tills; stop: () => Promise<void> }

/** Takes a base copy of a demo while its tills sell, loses the machine, and recovers to a moment and to the end. */
export async function recoverDemo(folder: string, demo: Demo): Promise<void> {
  const { tills } = demo
  const base = join(folder, 'base')
  const wal = join(folder, 'wal')
  let moment: Date
  let lostAt: number
  try {
    await takeBaseCopy(demo.url, join(folder, 'cluster', 'postgres'), base)
    await tills.untilAwarded(tills.awarded.length + 50)
    moment = new Date()
    await tills.untilAwarded(tills.awarded.length + 50)
    await waitForArchive(demo.url)
    await tills.untilAwarded(tills.awarded.length + 20)
    // What is in the archive now is all that remains of a lost machine.
    lostAt = Date.now()
    cpSync(join(folder, 'archive'), wal, { recursive: true })
    await tills.close()
  } finally {
    await demo.stop()
  }

  const before = tills.awarded.filter(({ at }) => at < moment.getTime())
  await withRecovered({ folder: join(folder, 'moment'), base, wal, to: moment }, async (client, seconds) => {
    const invoices = await readAwards(client)
    const missing = before.filter(({ invoice }) => !invoices.has(invoice))
    // A till has at most one call in progress, which may be part of either state.
    const later = tills.awarded.slice(before.length + 8).filter(({ invoice }) => invoices.has(invoice))
    console.log(
      `To the moment, ${describe(seconds)}: ${before.length} awards before, ${missing.length} missing, ${later.length} of later`,
    )
    if (missing.length > 0 || later.length > 0) throw new Error('The drill failed: the state is not that of the moment')
  })
  await withRecovered({ folder: join(folder, 'end'), base, wal, to: undefined }, async (client, seconds) => {
    const invoices = await readAwards(client)
    const lost = tills.awarded.filter(({ invoice, at }) => at < lostAt && !invoices.has(invoice))
    const loss = lost.length === 0 ? 0 : (lostAt - Math.min(...lost.map(({ at }) => at))) / 1000
    console.log(
      `To the end, ${describe(seconds)}: ${lost.length} acknowledged awards of the last ${loss.toFixed(1)} s are lost`,
    )
    if (loss > 5) throw new Error('The drill failed: more than 5 s are lost')
    console.log('The drill passed: the ledger is consistent at both moments')
  })
}

/** Waits until a WAL file is archived that is complete after this call. */
async function waitForArchive(url: string) {
  const client = await openClient(url, 'drill')
  try {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    for (;;) {
      const { rows: archived } = await client.query('select from pg_stat_archiver where last_archived_wal >= $1', [
        rows[0]!.file,
      ])
      if (archived.length > 0) return
      await setTimeout(50)
    }
  } finally {
    await client.end()
  }
}

async function withRecovered(
  copy: Parameters<typeof recoverBaseCopy>[0],
  work: (client: pg.Client, seconds: Seconds) => Promise<void>,
) {
  const { postgres, copiedIn, appliedIn } = await recoverBaseCopy(copy)
  const client = await openClient(postgres.url, 'drill')
  try {
    const sums = await readLedgerSums(client)
    if (sums['members whose book disagrees'] !== '0') throw new Error('The drill failed: the ledger is not consistent')
    await work(client, { copiedIn, appliedIn })
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function readAwards(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ invoice: string }>(
    `select invoice_no as invoice from point_history where transaction_type = 'Earn' and invoice_no like 'DRILL-%'`,
  )
  return new Set(rows.map(({ invoice }) => invoice))
}
