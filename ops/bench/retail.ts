import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { seedDemo } from '#app/demo/demo.ts'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { readServerSecret } from '#app/server/secrets.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import type { ImportResult } from '#areas/imports/contract.ts'
import { openUnpackedFile } from '#areas/imports/server/staging/file.ts'
import { openDatabase } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { replaceDatabaseName } from '#tests/database.ts'
import { contextOn } from '#tests/test-app.ts'
import { retailMapping } from '../retail/mapping.ts'
import { type Figure, median } from './figures.ts'

const COPIES = 3
const KILL_AT = 0.3

const mapping = retailMapping('KL1')

/** Compares the import of a real file with COPY of the same file. Then imports it again, and once more after a kill. */
export async function benchRetail(file: string): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carat-bench-'))
  const cluster = await startEmbeddedPostgres({ dataDir })
  try {
    const [whole, broken] = await Promise.all(
      ['whole', 'broken'].map((name) => newDatabase(cluster.url, name, dataDir)),
    )
    const before = await bareCopies(whole!, file)
    const first = await ended(importIn(whole!, file))
    const after = await bareCopies(whole!, file)
    const second = await ended(importIn(whole!, file))
    const killedAt = await killed(broken!, file)
    const resumed = await ended(importIn(broken!, file))

    const copy = median([...before, ...after])
    const same = (await ledgerOf(whole!)) === (await ledgerOf(broken!))
    const imported = await one(whole!, balanceSql)
    const differences = await nightlyAndProof(whole!)
    const balanceAfter = await one(whole!, balanceSql)
    const disagreeing = await one(whole!, disagreementsSql)
    return [
      { name: 'bare COPY, no index', value: `${copy.toFixed(2)} s, ${perSecond(first.Read, copy)}` },
      { name: 'import', value: `${first.seconds.toFixed(2)} s, ${perSecond(first.Read, first.seconds)}` },
      { name: 'import / bare COPY', value: `${(first.seconds / copy).toFixed(1)} ×`, goal: 'at most 15 ×' },
      ...Object.entries(first.steps).map(([step, milliseconds]) => ({
        name: `  ${step}`,
        value: `${(milliseconds / 1000).toFixed(2)} s`,
      })),
      { name: 'memory of the process', value: `${first.megabytes.toFixed(0)} MB`, goal: 'below 300 MB' },
      {
        name: 'rows',
        value: `${first.Read} read = ${first.Created} created + ${first.Skipped} skipped + ${first.Failed} failed`,
      },
      ...Object.entries(first.Figures).map(([name, value]) => ({ name: `  ${name}`, value: String(value) })),
      {
        name: 'second run',
        value: `${second.seconds.toFixed(2)} s, ${second.Created} created, ${second.Skipped} skipped`,
        goal: '0 created',
      },
      {
        name: 'run after a kill',
        value: `killed after ${killedAt} rows; then ${resumed.Created} created, ${resumed.Skipped} there`,
      },
      { name: '  data as after one run', value: same ? 'yes' : 'NO', goal: 'yes' },
      {
        name: 'points of the file before and after the nightly batch',
        value: `${imported}, ${balanceAfter}`,
        goal: 'the same',
      },
      { name: '  differences found by the reconciliation', value: String(differences), goal: '0' },
      { name: '  members with ledger differences', value: String(disagreeing), goal: '0' },
    ]
  } finally {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs today's nightly batch and the reconciliation. Returns the number of differences. */
async function nightlyAndProof(url: string) {
  const database = openDatabase({ url, max: 2 })
  const tools = contextOn(database)
  try {
    await runNightlyBatch(tools, nightlyBatchSteps)
    return (await reconcileLedger(tools)).Differences
  } finally {
    await database.end()
  }
}

const perSecond = (rows: number, seconds: number) => `${Math.round(rows / seconds)} rows/s`

async function newDatabase(server: string, name: string, dataDir: string) {
  const url = replaceDatabaseName(server, name)
  await query(server, `create database ${name}`)
  await migrate({ url })
  await seedDemo({ url, dataDir, secret: readServerSecret(dataDir, undefined) })
  return url
}

/** Baseline: COPY of the file into a table without indexes or constraints. */
async function bareCopies(url: string, file: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const times: number[] = []
  for (let run = 0; run < COPIES; run++) {
    await client.query(`drop table if exists bare; create table bare (invoice_no text, stock_code text, description text, quantity numeric, invoice_date timestamp,
      unit_price numeric, customer_id text, country text)`)
    const began = performance.now()
    await pipeline(
      await openUnpackedFile(file),
      client.query(copyFrom('copy bare from stdin with (format csv, header true)')),
    )
    times.push((performance.now() - began) / 1000)
  }
  await client.query('drop table bare')
  await client.end()
  return times
}

type Outcome = ImportResult & { seconds: number; megabytes: number; steps: Record<string, number> }

const importIn = (url: string, file: string) =>
  spawn(process.execPath, [new URL('retail-import.ts', import.meta.url).pathname, url, file, JSON.stringify(mapping)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

async function ended(child: ChildProcess): Promise<Outcome> {
  let printed = ''
  for await (const part of child.stdout!) printed += part
  return JSON.parse(printed) as Outcome
}

/** Kills an import after it has written a part of the file. Returns the number of rows that it had reported. */
async function killed(url: string, file: string): Promise<number> {
  const child = importIn(url, file)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const writtenRows = Number(
      await one(
        url,
        `select coalesce((select rows_created from import_job where rows_read > 0 and rows_created > rows_read * ${KILL_AT}), 0)`,
      ),
    )
    if (writtenRows > 0 || child.exitCode !== null) {
      child.kill('SIGKILL')
      await exited
      return writtenRows
    }
  }
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

const one = async (url: string, text: string) => Object.values((await query(url, text)).rows[0])[0]

/** Returns a fingerprint of the imported data, without ids and times. */
const ledgerOf = async (url: string) => JSON.stringify((await query(url, ledgerSql)).rows[0])

const ledgerSql = `
  select
    (select md5(string_agg(concat_ws('|', s.invoice_no, s.transaction_type, s.original_invoice_no, c.external_ref, s.total_amount, s.net_amount, s.performed_at,
      s.earned_points, s.reversed_points), ';' order by s.invoice_no, s.transaction_type))
      from transaction_summary s left join customer c using (customer_id) where s.source = 'Import') as sales,
    (select md5(string_agg(concat_ws('|', s.invoice_no, s.transaction_type, d.sequence_no, o.invoice_no, d.old_sequence_no, d.item_code, d.quantity, d.unit_price, d.net_amount,
      d.cancelled_quantity, d.points_earned, d.points_reversed), ';' order by s.invoice_no, s.transaction_type, d.sequence_no))
      from transaction_detail d join transaction_summary s using (transaction_id) left join transaction_summary o on o.transaction_id = d.original_transaction_id
      where s.source = 'Import') as lines,
    (select md5(string_agg(concat_ws('|', c.external_ref, h.sequence_no, h.transaction_type, h.points, h.point_reversed, h.point_utilized, h.point_owed, h.business_date, h.expiry_date,
      h.invoice_no), ';' order by c.external_ref, h.sequence_no))
      from point_history h join membership m using (membership_no) join customer c using (customer_id) where c.external_ref is not null) as ledger,
    (select md5(string_agg(concat_ws('|', c.external_ref, b.lots_remaining, b.arrears, b.total_points_earned, b.total_points_reversed, b.last_sequence_no), ';' order by c.external_ref))
      from point_balance b join membership m using (membership_no) join customer c using (customer_id) where c.external_ref is not null) as balances`

const balanceSql = `
  select sum(points)::text from point_balance join membership using (membership_no) join customer using (customer_id)
  where external_ref is not null`

const disagreementsSql = `
  select count(*) from point_balance b
  left join (
    select membership_no, sum(point_amount - point_reversed - point_utilized - point_expired) as lots, sum(points) as ledger, sum(point_owed) as owed
    from point_history group by membership_no
  ) h using (membership_no)
  where b.lots_remaining <> coalesce(h.lots, 0) or b.points <> coalesce(h.ledger, 0) or b.arrears <> coalesce(h.owed, 0)`
