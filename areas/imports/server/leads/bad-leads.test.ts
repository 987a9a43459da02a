import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useImportBench } from '#tests/factories/imports.ts'
import { runSize } from '#tests/run-size.ts'
import { leadTargetFields } from '../../contract/mapping.ts'
import { createFailedRowsCsv } from '../failed-rows.ts'
import { formatRowReasons } from '../run.ts'

// EVERY KIND OF BAD ROW in a lead file, each with its expected reason and correction.
// The same rows are imported as CSV, as a workbook, and in the volume of a trade fair.

const SIZE = runSize({ quick: 5_000, full: 50_000 })
const bench = useImportBench()

const names = [...Object.keys(leadTargetFields), 'Ring']
const mapping = {
  columns: Object.fromEntries(names.map((name) => [name, name === 'Ring' ? 'CustomValues.RING' : name])),
}
type Cells = Partial<Record<keyof typeof leadTargetFields | 'Ring', string>>

/** A formula, which the file of failed rows must return as typed. */
const FORMULA = `=cmd|' /C calc'!A0`
const phone = (n: number) => `012${3_000_000 + n}`
const good = (n: number): Cells => ({
  ...{ FullName: `Lead ${n}`, ContactNo: phone(n), IdNo: `G${n}`, IdType: 'Other', Email: `lead${n}@mail.example` },
  ...{ LeadSourceCode: 'fair', OutletCode: 'KL1', Language: 'english', Remarks: FORMULA, ConsentYN: 'Y', Ring: '12.5' },
})

const X = 'x'.repeat(1001)
const cut = X.slice(0, 60)
/** Faulty cells of a row and the expected reason. The cells of a valid row correct it. */
const bad: [cells: Cells, text: string][] = [
  [{ FullName: '' }, 'FullName is missing'],
  [{ ContactNo: '', IdNo: '' }, 'A phone number or an identity number is required'],
  [{ LeadSourceCode: '' }, 'LeadSourceCode is missing'],
  [{ LeadSourceCode: 'WEB', OutletCode: '' }, 'OutletCode is missing'],
  [{ FullName: X.slice(0, 151) }, `FullName is too long: ${cut}`],
  [{ ContactNo: X.slice(0, 61) }, `ContactNo is too long: ${cut}`],
  [{ IdNo: X.slice(0, 41) }, 'IdNo is too long: …xxxx'],
  [{ IdType: X.slice(0, 41) }, `IdType is too long: ${X.slice(0, 41)}`],
  [{ Email: `${X.slice(0, 260)}@mail.example` }, `Email is too long: ${cut}`],
  [{ OutletCode: X.slice(0, 21) }, 'OutletCode is too long'],
  [{ Language: X.slice(0, 61) }, `Language is too long: ${cut}`],
  [{ Remarks: X }, `Remarks is too long: ${cut}`],
  [{ LeadSourceCode: X.slice(0, 70) }, `There is no active lead source ${cut.toUpperCase()}`],
  [{ ContactNo: '03-99' }, 'ContactNo is not one of the values allowed: 03-99'],
  [{ Email: 'invalid@' }, 'Email is not one of the values allowed: invalid@'],
  [{ IdNo: '#A12' }, 'IdNo is not one of the values allowed: …#A12'],
  [{ IdType: 'Ticket' }, 'IdType is not one of the values allowed: Ticket'],
  [{ Language: 'Klingon' }, 'Language is not one of the values allowed: Klingon'],
  [{ ConsentYN: 'X' }, 'ConsentYN is not one of the values allowed: X'],
  [{ ConsentYN: 'MAYBE' }, 'ConsentYN is not one of the values allowed: MAYBE'],
  [{ LeadSourceCode: 'NONE' }, 'There is no active lead source NONE'],
  [{ LeadSourceCode: 'OLD' }, 'There is no active lead source OLD'],
  [{ OutletCode: 'XX9' }, 'There is no outlet XX9'],
  [{ OutletCode: 'SHUT' }, 'There is no outlet SHUT'],
  [{ FullName: 'Un\u0085seen' }, 'The row cannot be read: Un?seen'],
  [{ FullName: 'Two\nlines' }, 'The row cannot be read: Two?lines'],
  [{ Ring: 'wide' }, 'CustomValues.RING is not a number: wide'],
  [
    { FullName: '=1+1', Email: '+SUM(A1)', ContactNo: '@now', ConsentYN: '-1' },
    'Email is not one of the values allowed: +SUM(A1); ContactNo',
  ],
]

/** Lines that cannot be parsed as rows of this file, which occur in CSV only. */
const broken: [line: (line: string) => Buffer, text: string][] = [
  [(line) => Buffer.from(`${line},more`), 'The number of columns differs from the header: 12'],
  [(line) => Buffer.from(line.slice(0, line.indexOf(','))), 'A phone number or an identity number is required'],
  [(line) => Buffer.from(line.replace('Lead', 'L\xe9a'), 'latin1'), 'The row cannot be read: L\ufffda'],
  [(line) => Buffer.from(line.replace('Lead', 'L\0ad')), 'The row cannot be read: L\ufffdad'],
]

/** People who already exist as customers, or who appear in the earlier row `first`. */
const repeated: [cells: (first: number) => Cells, text: (first: number) => string][] = [
  [() => ({ IdNo: 'k-1' }), () => 'Already a customer, matched by IdNo: '],
  [() => ({ ContactNo: '012-200 0001' }), () => 'Already a customer, matched by ContactNo: '],
  [() => ({ ContactNo: '+60 12-200 0009' }), () => 'Already a customer, matched by ContactNo: '],
  [() => ({ IdNo: 'K2' }), () => 'Already a customer, matched by IdNo of a record that was merged into '],
  [(first) => ({ IdNo: `g-${first}` }), (first) => `The same person as in row ${first + 1}, matched by IdNo`],
  [
    (first) => ({ ContactNo: `+6${phone(first)}` }),
    (first) => `The same person as in row ${first + 1}, matched by ContactNo`,
  ],
]

/** Number of rows after which the pattern repeats; a period has one row of each kind. */
const PERIOD = 400
/** Position in the period from which rows repeat people of earlier rows, as if a fair sent its whole file every evening. */
const REPEATS_FROM = 160
type Row = { result: 'Created' | 'Failed' | 'Skipped'; text: string; cells: Cells; line: Buffer }

const csvLine = (cells: Cells) => names.map((name) => quoted(cells[name as keyof Cells] ?? '')).join(',')
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function rowAt(n: number): Row {
  const position = n % PERIOD
  const first = n - position + bad.length + broken.length
  const row = (result: Row['result'], text: string, more: Cells = {}): Row => {
    const cells = { ...good(n), ...more }
    return { result, text, cells, line: Buffer.from(csvLine(cells)) }
  }
  const [faulty, spoilt, again] = [bad[position], broken[position - bad.length], repeated[PERIOD - 1 - position]]
  if (faulty) return row('Failed', faulty[1], faulty[0])
  if (spoilt) return { ...row('Failed', spoilt[1]), line: spoilt[0](csvLine(good(n))) }
  if (again) return row('Skipped', again[1](first), again[0](first))
  if (position >= REPEATS_FROM) {
    const before = first + ((position - REPEATS_FROM) % (REPEATS_FROM - bad.length - broken.length))
    return row('Skipped', `The same person as in row ${before + 1}, matched by IdNo`, { IdNo: `G${before}` })
  }
  return row('Created', 'JC')
}

const rowsFrom = (count: number) => Array.from({ length: count }, (_, n) => rowAt(n))
const END = Buffer.from('\n')
const fileOf = (rows: Row[]) =>
  Buffer.concat([Buffer.from(`${names.join(',')}\n`), ...rows.flatMap(({ line }) => [line, END])])
const numberOf = (rows: Row[], result: Row['result']) => rows.filter((row) => row.result === result).length
const numbersOf = (rows: Row[]) => ({
  Read: rows.length,
  Created: numberOf(rows, 'Created'),
  Skipped: numberOf(rows, 'Skipped'),
  Failed: numberOf(rows, 'Failed'),
})

type ImportRun = Awaited<ReturnType<typeof bench.run>>

/** Returns the result and the reason text of each row. */
async function textsOf({ job }: ImportRun): Promise<[result: string, text: string][]> {
  const rows = await bench.sql<{ result: string; reason: string; field: string; value: string; faults: never }>(
    'select result, reason, field, value, faults from import_row_result where import_id = $1 order by first_row',
    job.import_id,
  )
  return rows.map(({ result, reason, field, value, faults }) => [
    result,
    result === 'Created' ? value : formatRowReasons(faults ?? [{ Reason: reason, Field: field, Value: value }]),
  ])
}

/** Returns the file of failed rows, and the same file with its faulty cells corrected. */
async function correctedFile({ job }: ImportRun, rows: Row[]) {
  let csv = ''
  for await (const part of createFailedRowsCsv(bench.database.pool, job)) csv += part
  const lines: Record<string, string>[] = parse(csv, { bom: true, columns: true })
  const right = lines.map((line) => {
    const n = Number(line.ImportRow) - 1
    const wasGood = good(n)
    const { cells } = rows[n]!
    const wrong = Object.keys(wasGood).filter(
      (name) => n % PERIOD >= bad.length || cells[name as keyof Cells] !== wasGood[name as keyof Cells],
    )
    const put = wrong.map((name) => [name, name === 'Remarks' ? `'${FORMULA}` : wasGood[name as keyof Cells]])
    return { ...line, ...Object.fromEntries(put) }
  })
  return { lines, csv: stringify(right, { header: true, columns: [...names, 'ImportRow', 'ImportReason'] }) }
}

const add = (leads: Cells[]) => bench.run('leads', `${[names.join(','), ...leads.map(csvLine)].join('\n')}\n`, mapping)
// Removes the customers of the previous test.
afterEach(() => bench.sql(`update customer set status = 'Deleted' where id_no like 'G%' and status <> 'Deleted'`))

beforeAll(async () => {
  await bench.sql(`
    insert into lead_source (code, name, type, event_date, outlet_code, status) values
      ('FAIR', 'Wedding fair', 'Event', '2026-06-01', 'PG1', 'Active'), ('WEB', 'Web form', 'Non-Event', null, null, 'Active'),
      ('OLD', 'Fair of last year', 'Event', '2025-06-01', null, 'Inactive');
    insert into building (code, name, building_type_id, status) values ('SHUT', 'Closed', 4, 'Inactive');
    insert into list_item (list_name, value, sequence_no) values ('Language', 'English', 1);
    insert into custom_field (object_type, custom_field_code, custom_field_name, field_type, is_mandatory_yn, sequence_no, status)
      values ('Customer', 'RING', 'Ring size', 'Number', 'N', 1, 'Active')`)
  const existing = { LeadSourceCode: 'FAIR', OutletCode: 'KL1' }
  await add([
    { ...existing, FullName: 'Known', ContactNo: '012-200 0001', IdNo: 'K1' },
    { ...existing, FullName: 'Double', ContactNo: '012-200 0002', IdNo: 'K2' },
  ])
  await bench.sql(`update customer set alternate_contact_no = '+60122000009' where id_no = 'K1'`)
  await bench.sql(
    `update customer set status = 'Merged', merged_into_customer_id = (select customer_id from customer where id_no = 'K1') where id_no = 'K2'`,
  )
})

test('lead import: every kind of faulty row has its reason, and the file of failed rows can be imported after it was corrected', async () => {
  const rows = rowsFrom(PERIOD)
  const result = await bench.run('leads', fileOf(rows), mapping)
  expect(result).toMatchObject(numbersOf(rows))
  const answers = await textsOf(result)
  expect(answers.map(([result, text], n) => [n, result, text.startsWith(rows[n]!.text) || text])).toEqual(
    rows.map(({ result }, n) => [n, result, true]),
  )

  const failed = await correctedFile(result, rows)
  expect(failed.lines).toHaveLength(numberOf(rows, 'Failed'))
  // The spreadsheet in which the rows are corrected must not run their formulas.
  expect(failed.lines.filter(({ Remarks }) => Remarks!.startsWith('=')).map(({ ImportRow }) => ImportRow)).toEqual([])
  const second = await bench.run('leads', failed.csv, mapping)
  expect(second).toMatchObject({ Read: failed.lines.length, Created: failed.lines.length, Skipped: 0, Failed: 0 })
  expect(
    await bench.sql(
      `select distinct remarks, language, custom_values from customer join lead_prospect using (customer_id) where import_id in ($1, $2)`,
      result.job.import_id,
      second.job.import_id,
    ),
  ).toEqual([{ remarks: FORMULA, language: 'English', custom_values: { RING: '12.5' } }])
})

test('lead import: a workbook with the same rows as a CSV file gives the same reasons', async () => {
  const rows = rowsFrom(PERIOD)
  const folder = await mkdtemp(join(tmpdir(), 'carat-leads-'))
  try {
    const path = join(folder, 'leads.xlsx')
    const texts = rows.map(({ cells }) => names.map((name) => cells[name as keyof Cells] ?? ''))
    // The import uses the stored result of the formula.
    const column = names.indexOf('FullName')
    const formula = { formula: 'A1', formulaResult: texts[bad.length]![column]! }
    const leads = { name: 'Leads', rows: [names, ...texts], cells: new Map([[`${bad.length + 1},${column}`, formula]]) }
    await writeFile(path, await writeXlsx({ sheets: [leads] }))
    const result = await bench.run('leads', await readFile(path), mapping)
    const answers = await textsOf(result)
    const whole = (n: number) => n < bad.length || n >= bad.length + broken.length
    expect(answers.map(([result, text], n) => whole(n) && [n, result, text.startsWith(rows[n]!.text) || text])).toEqual(
      rows.map(({ result }, n) => whole(n) && [n, result, true]),
    )
    expect(result).toMatchObject({ Read: PERIOD, Failed: bad.length, Skipped: numberOf(rows, 'Skipped') })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('lead import: a large file with every kind of faulty row is imported in one run, and failed rows can be corrected', async () => {
  const rows = rowsFrom(SIZE)
  const result = await bench.run('leads', fileOf(rows), mapping)
  const numbers = numbersOf(rows)
  expect(result).toMatchObject(numbers)
  expect(numbers.Created + numbers.Skipped + numbers.Failed).toBe(SIZE)
  expect((await textsOf(result)).map(([result]) => result)).toEqual(rows.map(({ result }) => result))
  const failed = await correctedFile(result, rows)
  expect(await bench.run('leads', failed.csv, mapping)).toMatchObject({
    Read: numbers.Failed,
    Created: numbers.Failed,
    Skipped: 0,
    Failed: 0,
  })
})
