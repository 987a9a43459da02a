import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#kit/server/database.ts'
import { cloneDatabase, type TestDatabase } from '#tests/database.ts'
import { loyaltyProgrammeSql } from '#tests/factories/imports.ts'
import { takePrintedWarnings } from '#tests/setup.ts'
import { runCommand } from './main.ts'

const folder = mkdtempSync(join(tmpdir(), 'carat-cli-'))
const csv = join(folder, 'sales.csv')
const map = join(folder, 'map.json')
let clone: TestDatabase
let printed: string[]

beforeAll(async () => {
  clone = await cloneDatabase()
  await sql(loyaltyProgrammeSql)
  writeFileSync(
    csv,
    [
      'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country',
      'R1,RING,"Ring, Caf\u00e9",2,2024-03-05 10:00:00,125.50,17850.0,United Kingdom',
      'R2,PIN,Pin,one,2024-03-05 10:00:00,9.99,17850.0,United Kingdom',
      '',
    ].join('\n'),
    'latin1',
  )
  writeFileSync(map, JSON.stringify(retail))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await clone.drop()
})
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(text))
})
afterEach(() => vi.restoreAllMocks())

const retail = {
  columns: {
    ...{ InvoiceNo: 'InvoiceNo', StockCode: 'ItemCode', Description: 'Description', Quantity: 'Quantity' },
    ...{ InvoiceDate: 'PerformedAt', UnitPrice: 'UnitPrice', CustomerID: 'CustomerRef' },
  },
  constants: { OutletCode: 'KL1', Brand: 'Carat' },
  customerReference: 'decimal',
  cancellations: { invoicePrefix: 'C' },
  createMembers: true,
}

async function sql<Row extends object>(text: string): Promise<Row[]> {
  const database = openDatabase({ url: clone.url, max: 1 })
  try {
    return (await database.pool.query(text)).rows as Row[]
  } finally {
    await database.end()
  }
}

const run = (...args: string[]) => runCommand(['import', ...args], { DATABASE_URL: clone.url })
const sales = ['sales', '--file', csv, '--map', map, '--encoding', 'latin1']

test('import: a dry run reports the result, exits with 1 if rows would fail, and leaves no data', async () => {
  expect(await run(...sales, '--dry-run')).toBe(1)
  expect(printed.join('\n')).toContain('Nothing was changed. 2 rows read: 1 to create, 0 skipped, 1 failed')
  expect(printed.join('\n')).toContain('row 2: Quantity is not a number: one')
  expect(takePrintedWarnings().join()).toContain('1 rows would fail')
  expect(
    await sql('select import_id::text from import_job union all select invoice_no from transaction_summary'),
  ).toEqual([])
})

test('import: a run prints its counts and writes failed rows to a file, and a second run changes nothing', async () => {
  expect(await run(...sales)).toBe(1)
  expect(printed.join('\n')).toContain('2 rows read: 1 created, 0 skipped, 1 failed')
  expect(printed.join('\n')).toContain('Amount: 251')
  expect(takePrintedWarnings().join()).toContain(`1 rows have failed; they are in ${csv}.failed.csv`)
  expect(readFileSync(`${csv}.failed.csv`, 'utf8')).toContain('R2,PIN,Pin,one')
  expect(await sql('select description from transaction_detail')).toEqual([{ description: 'Ring, Café' }])

  await run(...sales)
  takePrintedWarnings()
  expect(printed.join('\n')).toContain('2 rows read: 0 created, 1 skipped, 1 failed')
})

test('import: a postcode file needs no mapping, and a run without failed rows exits with 0', async () => {
  const file = join(folder, 'postcodes.csv')
  writeFileSync(file, 'Postcode,City,State\n50450,Kuala Lumpur,Kuala Lumpur\n')
  expect(await run('postcodes', '--file', file)).toBe(0)
})

test.each([
  [['sweets', '--file', csv], 'Say what to import'],
  [['sales', '--file', csv], '--map'],
  [['sales', '--file', csv, '--map', csv], "mapping file can't be read"],
  [['sales', '--fiel', csv], 'fiel'],
])('import: invalid arguments %j exit with 2 and an explanation', async (args, words) => {
  expect(await run(...args)).toBe(2)
  expect(takePrintedWarnings().join()).toContain(words)
})

test('import: a missing file exits with 1 and a message with its name', async () => {
  expect(await run('postcodes', '--file', '/nowhere/p.csv')).toBe(1)
  expect(takePrintedWarnings().join()).toContain('/nowhere/p.csv')
})

test('import: an interrupted import gets the status Failed and a message that it can be run again', async () => {
  const big = join(folder, 'big.csv')
  const row = (_: unknown, at: number) => `${String(at % 100000).padStart(5, '0')},City ${at},Johor`
  writeFileSync(big, ['Postcode,City,State', ...Array.from({ length: 200_000 }, row), ''].join('\n'))
  const running = run('postcodes', '--file', big)
  await expect
    .poll(() => sql(`select from pg_stat_activity where application_name = 'carat import postcodes'`))
    .toHaveLength(1)
  process.emit('SIGINT')
  expect(await running).toBe(1)
  expect(takePrintedWarnings().join()).toContain('Stopped. Run it again')
  expect(await sql(`select status, message from import_job where file_name = 'big.csv'`)).toMatchObject([
    { status: 'Failed', message: expect.stringContaining('Run it again') },
  ])
})
