import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { recoverBaseCopy, takeBaseCopy } from './base-copy.ts'
import { archiveSettings } from './recovery-drill.ts'

let folder: string
let moment: Date
const base = () => join(folder, 'base')
const wal = () => join(folder, 'archive')

const withClient = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carat-base-copy-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), settings: archiveSettings(folder) })
  try {
    await withClient(postgres.url, async (client) => {
      await client.query(`create table step (name text); insert into step values ('before the copy')`)
      await takeBaseCopy(postgres.url, join(folder, 'cluster', 'postgres'), base())
      await client.query(`insert into step values ('before the moment')`)
      moment = (await client.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now
      await client.query('select pg_sleep(0.01)')
      await client.query(`insert into step values ('after the moment')`)
      const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
      const archived = `select from pg_stat_archiver where last_archived_wal >= '${rows[0]!.file}'`
      await vi.waitUntil(async () => (await client.query(archived)).rows.length > 0, { timeout: 60_000 })
    })
  } finally {
    await postgres.stop()
  }
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const recoveredSteps = async (name: string, to: Date | undefined) => {
  const { postgres } = await recoverBaseCopy({ folder: join(folder, name), base: base(), wal: wal(), to })
  try {
    return await withClient(postgres.url, async (client) =>
      (await client.query<{ name: string }>('select name from step')).rows.map((row) => row.name),
    )
  } finally {
    await postgres.stop()
  }
}

test('recovery of a base copy: ends at the given moment', async () => {
  expect(await recoveredSteps('moment', moment)).toEqual(['before the copy', 'before the moment'])
}, 120_000)

test('recovery of a base copy: without a moment it ends with the last archived change', async () => {
  expect(await recoveredSteps('end', undefined)).toEqual(['before the copy', 'before the moment', 'after the moment'])
}, 120_000)
