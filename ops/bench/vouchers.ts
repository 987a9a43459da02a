import type { ChildProcess } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type APIRequestContext, request } from '@playwright/test'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { post, signIn } from '#tests/e2e/api.ts'
import { type Figure, median } from './figures.ts'
import { spawnServer } from './spawn-server.ts'

// Imports a voucher file through the server as a browser does: upload, approval, background run with polling.
// Compares the import with COPY of the same file, and with a second run.

const PORT = 45_873
const COPIES = 3
const LOOK_MS = 500
const columns = ['VoucherNo', 'SecurityCode', 'VoucherType', 'Value', 'ExpiryDate', 'Reference']

type Status = {
  Status: string
  Step: string
  Read: number
  Created: number
  Skipped: number
  Failed: number
  Message: string | null
}
type Loaded = Status & { seconds: number; looks: number; megabytes: number }

export async function benchVouchers({ rows }: { rows: number }): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-vouchers-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const file = join(dataDir, 'vouchers.csv')
    await pipeline(Readable.from(lines(rows)), createWriteStream(file))
    const env = {
      ...process.env,
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      DEMO: '1',
      PORT: String(PORT),
      LOG_LEVEL: 'warn',
    }
    // Seed the demo in a separate start, so that the memory for seeding does not count.
    await stopped(spawnServer(env), untilAnswers)
    const server = spawnServer(env)
    try {
      const people = await signedIn()
      const before = memoryOf(server)
      const [first, second] = [await load(people, server, file), await load(people, server, file)]
      const copy = median(await bareCopies(postgres.url, file))
      return figuresOf(first, second, copy, before)
    } finally {
      await stopped(server)
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function stopped(server: ChildProcess, after?: () => Promise<void>) {
  await after?.()
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await exited
}

function figuresOf(first: Loaded, second: Loaded, copy: number, before: number): Figure[] {
  const perSecond = (seconds: number) => `${seconds.toFixed(2)} s, ${Math.round(first.Read / seconds)} rows/s`
  return [
    { name: 'bare COPY, no index', value: perSecond(copy) },
    { name: 'load', value: perSecond(first.seconds) },
    { name: 'load / bare COPY', value: `${(first.seconds / copy).toFixed(1)} ×` },
    {
      name: 'memory of the server, before and maximum',
      value: `${before.toFixed(0)} MB, ${Math.max(first.megabytes, second.megabytes).toFixed(0)} MB`,
      goal: 'below 500 MB',
    },
    { name: 'rows', value: `${first.Read} read, ${first.Created} stored, ${first.Failed} failed`, goal: 'all stored' },
    { name: 'progress readings with a wrong number', value: `${first.looks}` },
    {
      name: 'the same file again',
      value: `${second.seconds.toFixed(2)} s, ${second.Created} stored, ${second.Skipped} skipped`,
      goal: '0 stored',
    },
  ]
}

/** Generates a voucher file with random-looking 40-bit codes, four types and some values. */
function* lines(rows: number) {
  yield `${columns.join(',')}\r\n`
  for (let row = 1; row <= rows; row++) {
    const code = ((row * 2_654_435_761) % 2 ** 40).toString(32).toUpperCase().padStart(8, '0')
    yield `GV${String(row).padStart(8, '0')},${code},${'GCDB'[row % 4]},${[50, 100, 200][row % 3]}.00,31/12/20${27 + (row % 2)},BENCH\r\n`
  }
}

type People = { hq: APIRequestContext; approver: APIRequestContext }

async function signedIn(): Promise<People> {
  const baseURL = `http://127.0.0.1:${PORT}`
  const someone = () => request.newContext({ baseURL, timeout: 0 })
  await untilAnswers()
  const hq = await someone()
  await signIn(hq, 'hq')
  const approver = await someone()
  await signIn(approver, 'hq.approver')
  return { hq, approver }
}

async function untilAnswers() {
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

async function load({ hq, approver }: People, server: ChildProcess, file: string): Promise<Loaded> {
  const uploaded = await hq.post('/api/1.0/imports/upload?Kind=vouchers', {
    headers: { 'x-carat-client': 'web' },
    multipart: { File: { name: 'vouchers.csv', mimeType: 'text/csv', buffer: readFileSync(file) } },
  })
  const { ImportId, Encoding, Delimiter } = (await uploaded.json()) as {
    ImportId: string
    Encoding: string
    Delimiter: string
  }
  const Mapping = {
    columns: Object.fromEntries(columns.map((name) => [name, name])),
    encoding: Encoding,
    delimiter: Delimiter,
  }
  const began = performance.now()
  const { Step } = await post<Status>(hq, '/imports/run', { ImportId, Mapping })
  if (Step === 'Approval') {
    const { rows } = await post<{ rows: { ApprovalId: number }[] }>(approver, '/approvals/find-all', {
      Search: { Kind: 'Large import', Status: 'Pending' },
    })
    await post(approver, '/approvals/approve', { ApprovalId: rows[0]!.ApprovalId })
  }
  let [looks, last, megabytes] = [0, -1, 0]
  for (;;) {
    // Ignore the error of an idle connection that was just closed, because the next poll succeeds.
    const status = await post<Status>(hq, '/imports/status', { ImportId }).catch(() => undefined)
    if (!status) continue
    megabytes = Math.max(megabytes, memoryOf(server))
    if (status.Read + status.Created !== last) looks++
    last = status.Read + status.Created
    if (status.Status === 'Failed') throw new Error(`The import failed: ${status.Message}`)
    if (status.Status === 'Completed')
      return { ...status, looks, megabytes, seconds: (performance.now() - began) / 1000 }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Returns the resident memory of the server process, or 0 if unavailable. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Baseline: COPY of the file into a table without indexes or constraints. */
async function bareCopies(url: string, file: string): Promise<number[]> {
  const client = await openClient(url, 'carat bench')
  const times: number[] = []
  for (let run = 0; run < COPIES; run++) {
    await client.query(
      'drop table if exists bare; create table bare (voucher_no text, code text, voucher_type text, value numeric, expiry_date text, reference text)',
    )
    const began = performance.now()
    await pipeline(
      createReadStream(file),
      client.query(copyFrom('copy bare from stdin with (format csv, header true)')),
    )
    times.push((performance.now() - began) / 1000)
  }
  await client.query('drop table bare')
  await client.end()
  return times
}
