import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { startServer } from '#app/server/start-server.ts'
import { openClient } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import type { ExportJob, ExportResult } from './export-one.ts'
import { type Figure, median } from './figures.ts'

type Size = { customers: number; rounds: number }

const lists = {
  Members: '/customer/memberships/find-all',
  'Members by points': '/customer/memberships/find-all?sort=PointBalance',
} as const

/** Exports all members, interleaved with COPY of the same rows for comparison. */
export async function benchExports({ customers, rounds }: Size): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-exports-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const env = {
      ...process.env,
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      DEMO: '1',
      PORT: '0',
      LOG_LEVEL: 'warn',
    }
    const server = await startServer(loadConfig(env), { dev: false, log: () => {} })
    await server.stop()
    const client = await openClient(postgres.url, 'carat bench')
    await seedLargeCompany(client, { customers, sales: Math.ceil(customers / 10) }, (text) => console.log(`  ${text}`))
    await client.end()

    const figures: Figure[] = []
    for (const [name, list] of Object.entries(lists)) {
      for (const format of ['CSV', 'XLSX'] as const) {
        const results: ExportResult[] = []
        for (let round = 0; round < rounds; round++)
          results.push(await runExport({ url: postgres.url, dataDir, list, format }))
        figures.push(...figuresOf(`${name} as ${format}`, results))
      }
    }
    return figures
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs in a child process, so that only the memory of the export is measured. */
export function runExport(job: ExportJob): Promise<ExportResult> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = fork(join(import.meta.dirname, 'export-one.ts'), { execArgv: [] })
    child.once('message', (result) => resolve(result as ExportResult))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The export ended with ${code}`)))
    child.send(job)
  })
}

function figuresOf(name: string, results: ExportResult[]): Figure[] {
  const of = (read: (one: ExportResult) => number) => median(results.map(read))
  const rows = of((one) => one.rows)
  const rate = rows / of((one) => one.seconds)
  const copied = rows / of((one) => one.copySeconds)
  return [
    { name: `${name}: rows`, value: `${rows}` },
    { name: `${name}: rows a second`, value: rate.toFixed(0) },
    { name: `${name}: bare COPY, rows a second`, value: copied.toFixed(0) },
    { name: `${name}: share of bare COPY`, value: (rate / copied).toFixed(3) },
    { name: `${name}: file, MB`, value: of((one) => one.megabytes).toFixed(1) },
    { name: `${name}: additional memory, MB`, value: of((one) => one.memory).toFixed(0), goal: '< 200' },
    { name: `${name}: statements to the database`, value: `${of((one) => one.statements)}` },
  ]
}
