import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { serverAreas } from '#app/server/areas.ts'
import { findAccountActor } from '#areas/access/server/index.ts'
import type { ExportFormat } from '#areas/exports/contract.ts'
import { findExportableList } from '#areas/exports/server/lists.ts'
import { writeExportFile } from '#areas/exports/server/write-file.ts'
import { SharedListTotals } from '#kit/server/counts.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createKysely, openClient, openDatabase } from '#kit/server/database.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import { recordStatements, type Statement } from './recording.ts'

// Runs one export, and COPY of the same rows with the recorded statement of the export.

export type ExportJob = {
  url: string
  dataDir: string
  list: string
  format: ExportFormat
  fields?: string[]
  input?: object
}
export type ExportResult = {
  rows: number
  seconds: number
  megabytes: number
  memory: number
  statements: number
  copySeconds: number
}

const memberFields = [
  'MembershipNo',
  'Name',
  'CardCategoryCode',
  'Status',
  'PointBalance',
  'Customer.ContactNo',
  'RegisteredOutletCode',
  'JoinDate',
]
const kinds = { PointBalance: 'points', JoinDate: 'date' } as const

process.once('message', async (job: ExportJob) => {
  process.send!(await measure(job), () => process.exit(0))
})

async function measure({
  url,
  dataDir,
  list,
  format,
  fields = memberFields,
  input = {},
}: ExportJob): Promise<ExportResult> {
  const database = openDatabase({ url, max: 4 })
  const [path = '', sort] = list.split('?sort=')
  const ctx = await contextOf(url, dataDir, database)
  const request = {
    path,
    title: 'Members',
    input: { ...input, ...(sort && { SortOption: sort }) },
    columns: fields.map((Field) => ({
      Field,
      Label: Field,
      Kind: kinds[Field as keyof typeof kinds] ?? ('text' as const),
    })),
    totals: [],
    filters: [],
    format,
    scope: 'All' as const,
    page: null,
    pageRows: null,
    keyField: null,
    keys: null,
    language: 'en' as const,
    reason: 'Measured',
  }
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const started = performance.now()
  let file = { rows: 0, bytes: 0 }
  const trips = await recordStatements(async () => {
    file = await writeExportFile({
      ctx,
      list: findExportableList({ areas: serverAreas }, path),
      request,
      limits: 'job',
    })
  })
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  const statements = trips.flat()
  const copySeconds = await copy(url, statements.find(({ text }) => text.startsWith('declare'))!)
  await database.end()
  const MB = 1024 * 1024
  return {
    rows: file.rows,
    seconds,
    megabytes: file.bytes / MB,
    memory: (most - before) / MB,
    statements: statements.length,
    copySeconds,
  }
}

async function contextOf(url: string, dataDir: string, database: ReturnType<typeof openDatabase>) {
  const client = await openClient(url, 'carat bench')
  const { rows } = await client.query(`select user_id from user_account where username = 'hq'`)
  const actor = await findAccountActor(createKysely(client), rows[0].user_id)
  await client.end()
  const now = new Date()
  const services = {
    areas: serverAreas,
    longWork: { database, directUrl: url, dataDir },
    storage: openFileStorage({ dataDir }),
    counts: new SharedListTotals(),
  }
  return {
    actor,
    now,
    today: now.toISOString().slice(0, 10),
    timeZone: 'Asia/Kuala_Lumpur',
    sourceIP: null,
    requestId: 'bench',
    services,
  } as unknown as Omit<Ctx, 'db'>
}

async function copy(url: string, { text, values = [] }: Statement) {
  const query = text.replace(/^declare \w+ no scroll cursor for /, '').replace(/\$(\d+)/g, (_, position: string) => {
    const value = values[Number(position) - 1]
    return typeof value === 'number' ? `${value}` : pg.escapeLiteral(String(value))
  })
  const client = await openClient(url, 'carat bench')
  const started = performance.now()
  await pipeline(
    client.query(copyTo(`copy (${query}) to stdout with (format csv)`)),
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  )
  const seconds = (performance.now() - started) / 1000
  await client.end()
  return seconds
}
