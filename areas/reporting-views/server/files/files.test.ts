import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClient } from '#kit/server/database.ts'
import { openFolder } from '#kit/server/storage/folder.ts'
import type { FileStorage } from '#kit/server/storage.ts'
import { REPORT_TIME, reportCompany } from '#tests/factories/reports.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { hasAmounts, readReportingViews } from '../read-views.ts'
import { fileViews } from './catalogue.ts'
import { runReportingFiles } from './job.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type FileOptions, FilesInProgress, writeReportingFiles } from './write-files.ts'

const app = useApp({ at: REPORT_TIME })
const root = mkdtempSync(join(tmpdir(), 'carat-files-'))
let company: Awaited<ReturnType<typeof reportCompany>>
let duck: Awaited<ReturnType<DuckDBInstance['connect']>>
beforeAll(async () => {
  company = await reportCompany(app)
  duck = await (await DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => {
  duck.closeSync()
  rmSync(root, { recursive: true, force: true })
})

let folders = 0
const newFolder = () => join(root, `${folders++}`)
const write = (folder: string, more: Partial<FileOptions> = {}) =>
  writeReportingFiles({
    ...{ url: app.url, storage: openFolder(folder), amounts: true, now: app.clock.now(), log: () => {} },
    ...more,
  })
const manifestIn = async (folder: string) => (await readManifest(openFolder(folder)))!
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.parquet'))
    .sort()
const hashOf = (folder: string, file: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
const query = async (text: string) => (await duck.runAndReadAll(text)).getRowsJson()

/** Checks that each file of the manifest exists with the stated rows, bytes and hash, and that the folder has no other file. */
async function verify(folder: string) {
  const { files } = await manifestIn(folder)
  expect(files.map(({ file }) => file).sort()).toEqual(expect.arrayContaining([]))
  for (const { file, bytes, sha256, rows } of files) {
    expect({ file, bytes: readFileSync(join(folder, file)).length, sha256: hashOf(folder, file) }).toEqual({
      file,
      bytes,
      sha256,
    })
    expect({ file, rows: Number((await query(`select count(*) from '${join(folder, file)}'`))[0]![0]) }).toEqual({
      file,
      rows,
    })
  }
  return files
}

/** The DuckDB expression of all files of a view. */
const filesOf = ({ files }: Manifest, folder: string, view: string) =>
  `read_parquet([${files.filter((entry) => entry.view === view).map(({ file }) => `'${join(folder, file)}'`)}])`

describe('Parquet files for analysts', () => {
  test('reporting files: every view is written, in one file or by month', async () => {
    const client = await openClient(app.url, 'test')
    const views = await readReportingViews(client)
    await client.end()
    expect(fileViews.map(({ view }) => view)).toEqual(views.map(({ name }) => name))
    for (const { view, key, month } of fileViews) {
      const names = views.find(({ name }) => name === view)!.columns
      expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([...key]))
      const monthType = month && names.find(({ name }) => name === month)!.type
      expect([undefined, 'date']).toContain(monthType)
    }
  })

  test('reporting files: rows, hashes and sums of all files equal the views, to the cent', async () => {
    const folder = newFolder()
    await write(folder)
    await verify(folder)
    const manifest = await manifestIn(folder)
    expect(filesIn(folder)).toEqual(manifest.files.map(({ file }) => file).sort())
    expect(manifest).toMatchObject({
      schema: 'reporting_v1',
      currency: 'MYR',
      businessZone: 'Asia/Kuala_Lumpur',
      amounts: true,
    })
    const client = await openClient(app.url, 'test')
    for (const { name, columns } of await readReportingViews(client)) {
      const written = manifest.files.filter(({ view }) => view === name)
      const sumsOfColumns = columns.map(({ name: column, type }) =>
        type === 'boolean'
          ? `count(*) filter (where ${column})`
          : /numeric|bigint|integer/.test(type)
            ? `sum(${column})`
            : `count(distinct ${column})`,
      )
      const text = (of: string, cast: string) =>
        `select count(*)::${cast}, ${sumsOfColumns.map((sum) => `(${sum})::${cast}`).join()} from ${of}`
      const { rows } = await client.query({ text: text(`reporting_v1.${name}`, 'text'), rowMode: 'array' })
      const empty = rows[0]!.map((_: unknown, place: number) => (place === 0 ? '0' : rows[0]![place]))
      const sums = written.length === 0 ? empty : (await query(text(filesOf(manifest, folder, name), 'varchar')))[0]
      expect({ name, sums }).toEqual({ name, sums: rows[0] })
    }
    await client.end()
  })

  test('reporting files: amounts are decimals, days are dates and instants are timestamps in UTC', async () => {
    const folder = newFolder()
    await write(folder)
    const manifest = await manifestIn(folder)
    const types = async (view: string) =>
      Object.fromEntries(
        (await query(`describe select * from ${filesOf(manifest, folder, view)}`)).map(([name, type]) => [name, type]),
      )
    expect(await types('sale_amounts')).toMatchObject({
      sale_id: 'BIGINT',
      business_date: 'DATE',
      net_amount: 'DECIMAL(16,2)',
    })
    expect(await types('sale')).toMatchObject({
      performed_at: 'TIMESTAMP WITH TIME ZONE',
      is_counted: 'BOOLEAN',
      invoice_no: 'VARCHAR',
    })
    const [row] = await query(
      `select business_date::varchar, epoch_us(performed_at)::varchar from ${filesOf(manifest, folder, 'sale')} where invoice_no = 'A'`,
    )
    expect(row).toEqual(['2026-02-28', `${Date.parse('2026-02-28T15:30:00Z')}000`])
  })

  test('reporting files: a second run writes nothing, and a change writes only its month', async () => {
    const folder = newFolder()
    const first = await write(folder)
    expect(first).toMatchObject({ unchanged: 0, deleted: 0 })
    const before = await manifestIn(folder)
    app.clock.advance(60)
    expect(await write(folder)).toMatchObject({ written: 0, unchanged: first.files, deleted: 0 })
    expect((await manifestIn(folder)).files).toEqual(before.files)

    await company.sold('F1', company.Mei, '2026-03-19T12:00:00', ['70.00'])
    await write(folder)
    const changed = (await verify(folder)).filter(({ file }) => before.files.every((entry) => entry.file !== file))
    expect(changed.filter(({ view }) => view === 'sale').map(({ month }) => month)).toEqual(['2026-03'])
    expect(changed.map(({ view }) => view)).not.toContain('outlet')
    // Files of the earlier month are replaced, so that no row is read twice.
    expect(filesIn(folder)).toEqual((await manifestIn(folder)).files.map(({ file }) => file).sort())
  })

  test('reporting files: a lost or shortened file is written again', async () => {
    const folder = newFolder()
    await write(folder)
    rmSync(join(folder, filesIn(folder)[0]!))
    expect(await write(folder)).toMatchObject({ written: 1 })
    await verify(folder)
  })

  test('reporting files: with a range only its months are written, and other months keep their files', async () => {
    const folder = newFolder()
    await write(folder, { from: '2026-03', to: '2026-03' })
    const monthsOf = async () =>
      (await manifestIn(folder)).files.filter(({ view }) => view === 'sale').map(({ month }) => month)
    expect(await monthsOf()).toEqual(['2026-03'])
    await write(folder, { to: '2026-02' })
    expect(await monthsOf()).toEqual(['2026-02', '2026-03'])
    await verify(folder)
  })

  test('reporting files: without amounts there is no file with amounts, and earlier ones are deleted', async () => {
    const folder = newFolder()
    await write(folder)
    await write(folder, { amounts: false })
    const { files, amounts } = await manifestIn(folder)
    expect(amounts).toBe(false)
    expect(files.filter(({ view }) => hasAmounts(view))).toEqual([])
    expect(filesIn(folder)).toEqual(files.map(({ file }) => file).sort())
  })

  test('reporting files: a run that fails half-way leaves manifest and files of the last run valid, and the next run continues', async () => {
    const folder = newFolder()
    await write(folder)
    const before = readFileSync(join(folder, 'manifest.json'), 'utf8')
    await company.sold('F2', company.Mei, '2026-03-18T12:00:00', ['50.00'])
    const storage = openFolder(folder)
    let puts = 0
    const failing: FileStorage = {
      ...storage,
      put: (...file) => (++puts === 4 ? Promise.reject(new Error('disk full')) : storage.put(...file)),
    }
    await expect(write(folder, { storage: failing })).rejects.toThrow('disk full')
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(before)
    await verify(folder)
    await write(folder)
    await verify(folder)
    expect(filesIn(folder)).toEqual((await manifestIn(folder)).files.map(({ file }) => file).sort())
  })

  test('reporting files: two runs at once are refused', async () => {
    const client = await openClient(app.url, 'test')
    await client.query(`select pg_advisory_lock(hashtextextended('carat reporting files', 0))`)
    await expect(write(newFolder())).rejects.toThrow(FilesInProgress)
    await client.end()
  })

  test('reporting files: more rows than a row group are all written', async () => {
    const folder = newFolder()
    await app.sql(
      `insert into voucher (voucher_no, voucher_type, value, expiry_date, secret_sealed, key_id, created_at)
       select 'MANY' || n, 'G', 10, '2027-01-01', '\\x00', 'k', '2025-05-05Z' from generate_series(1, 25001) n`,
    )
    await write(folder)
    const manifest = await manifestIn(folder)
    expect(manifest.files.find(({ view, month }) => view === 'voucher' && month === '2025-05')!.rows).toBe(25_001)
    expect(
      await query(
        `select sum(voucher_amount)::varchar, count(distinct voucher_no)::varchar from ${filesOf(manifest, folder, 'voucher_amounts')} where created_on = '2025-05-05'`,
      ),
    ).toEqual([['250010.00', '25001']])
    await app.sql(`delete from voucher where voucher_no like 'MANY%'`)
  })
})

testSetting(
  app,
  'reports.parquetFiles',
  [
    ['Off', undefined],
    ['Without amounts', false],
    ['With amounts', true],
  ],
  async () => {
    const storage = openFolder(newFolder())
    await runReportingFiles(jobContext(app, { services: { ...app.services, storage: () => storage } }))
    return (await readManifest(storage))?.amounts
  },
)
