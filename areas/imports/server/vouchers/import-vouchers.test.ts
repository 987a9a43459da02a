import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'
import { useImportBench } from '#tests/factories/imports.ts'

const bench = useImportBench()
const keys = { secret: randomBytes(32), earlierSecret: null }
const header = 'VoucherNo,SecurityCode,VoucherType,Value,ExpiryDate,Reference\n'
const columns = Object.fromEntries(
  header
    .trim()
    .split(',')
    .map((name) => [name, name]),
)
const mapping = { columns }
const load = (rows: string[], more: { goodRows?: boolean } = {}, options: { dryRun?: boolean } = {}) =>
  bench.run('vouchers', `${header}${rows.join('\n')}\n`, { ...mapping, ...more }, { keys, ...options })
const vouchers = (start: string) =>
  bench.sql<{ voucher_no: string; value: string; expiry_date: string; secret_sealed: Buffer; key_id: string }>(
    'select voucher_no, value::text, expiry_date::text, secret_sealed, key_id from voucher where starts_with(voucher_no, $1) order by 1',
    start,
  )
const faultsIn = ({ Examples }: Awaited<ReturnType<typeof load>>) =>
  Examples.map(({ FirstRow, Faults }) => [FirstRow, ...Faults.map(({ Field, Reason }) => `${Field} ${Reason}`)])

test('voucher import: both date formats are read, and each security code is encrypted for its own voucher', async () => {
  const result = await load(['a-1,CODE-ONE,g,100,31/12/2027,Print', 'A-2,CODE-TWO,G,50.50,2027-06-30,'])
  expect(result).toMatchObject({ Read: 2, Created: 2, Failed: 0, Figures: { Amount: '150.50' } })
  const stored = await vouchers('A-')
  expect(stored).toMatchObject([
    { voucher_no: 'A-1', value: '100.00', expiry_date: '2027-12-31' },
    { voucher_no: 'A-2', value: '50.50', expiry_date: '2027-06-30' },
  ])
  const decryptedCodes = stored.map((row, index) =>
    createSecurityCodeSealer(keys).open(stored[index]!.voucher_no, {
      SecretSealed: row.secret_sealed,
      KeyId: row.key_id,
    }),
  )
  expect(decryptedCodes).toEqual(['CODE-ONE', 'CODE-TWO'])
  const [first, second] = stored
  const moved = { SecretSealed: first!.secret_sealed, KeyId: first!.key_id }
  expect(() => createSecurityCodeSealer(keys).open(second!.voucher_no, moved)).toThrow('authenticate')
})

test('voucher import: if some rows are faulty, all errors are reported and no row is imported', async () => {
  const bad = [
    'B-1,CODE,G,100,31/12/2027,',
    ',,Z,-1,30/02/2027,',
    'B-2,CODE,G,1.005,2026-06-14,',
    'B 3,CODE,G,abc,2027-01-01,',
    'B-1,CODE,G,100,31/12/2027,',
    'B-4,CODE,G,0,2027-01-01',
    `B-5,${'C'.repeat(41)},G,100,2027-01-01,`,
    '1.23457E15,9.1E+11,G,100,2027-01-01,',
  ]
  const dryRun = await load(bad, {}, { dryRun: true })
  expect(faultsIn(dryRun)).toEqual([
    [
      2,
      'VoucherNo missing',
      'SecurityCode missing',
      'VoucherType not_a_voucher_type',
      'Value out_of_range',
      'ExpiryDate not_a_date',
    ],
    [3, 'Value ambiguous_number', 'ExpiryDate out_of_range'],
    [4, 'VoucherNo not_a_voucher_number', 'Value not_a_number'],
    [5, 'VoucherNo voucher_twice'],
    [6, 'Value out_of_range'],
    [7, 'SecurityCode too_long'],
    [8, 'VoucherNo not_exact', 'SecurityCode not_exact'],
  ])
  expect(dryRun).toMatchObject({ Read: 8, Created: 0, Skipped: 1, Failed: 7 })
  expect(dryRun.Reasons).toContainEqual({ Result: 'Skipped', Reason: 'other_rows_failed', Rows: 1 })
  expect(await load(bad)).toMatchObject({ Created: 0, Failed: 7 })
  expect(await vouchers('B')).toEqual([])
})

test('voucher import: security codes of faulty rows are stored neither in the errors nor in the file of failed rows', async () => {
  const { job } = await load(['S-1,SECRETSECRET,G,x,2027-01-01,', `S-2,${'SECRET'.repeat(9)},G,5,2027-01-01,`])
  const storedResults = await bench.sql('select * from import_row_result where import_id = $1', job.import_id)
  expect(storedResults).toHaveLength(2)
  expect(JSON.stringify(storedResults)).not.toContain('SECRET')
})

test('voucher import: with the option goodRows, the valid rows of a file with faulty rows are imported', async () => {
  const result = await load(['C-1,CODE,G,100,31/12/2027,', 'C-2,CODE,Q,100,31/12/2027,'], { goodRows: true })
  expect(result).toMatchObject({ Created: 1, Failed: 1 })
  expect(await vouchers('C-')).toHaveLength(1)
})

test('voucher import: importing a file again changes nothing, and an existing number with another value is an error', async () => {
  const rows = ['D-1,CODE,G,100,31/12/2027,', 'D-2,CODE,G,100,31/12/2027,']
  await load(rows)
  const before = await vouchers('D-')
  expect(await load(rows)).toMatchObject({ Read: 2, Created: 0, Skipped: 2, Failed: 0 })
  expect(faultsIn(await load(['D-1,CODE,G,200,31/12/2027,']))).toEqual([[1, 'VoucherNo voucher_exists']])
  expect(await vouchers('D-')).toEqual(before)
})

test('voucher import: an interrupted run imports nothing, and the next run imports all vouchers', async () => {
  const rows = Array.from({ length: 25_000 }, (_, index) => `K-${index},CODE,G,100,31/12/2027,`)
  const stop = new AbortController()
  const clock = () => new Date('2026-06-15T04:00:00Z')
  let clockReads = 0
  const run = bench.run('vouchers', `${header}${rows.join('\n')}\n`, mapping, {
    keys,
    signal: stop.signal,
    clock: () => {
      // The clock is read once the rows are staged.
      if (clockReads++ === 0) queueMicrotask(() => stop.abort())
      return clock()
    },
  })
  await expect(run).rejects.toThrow(/terminat|connection/i)
  expect(await vouchers('K-')).toEqual([])
  expect(await load(rows)).toMatchObject({ Created: 25_000 })
})
