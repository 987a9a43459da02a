import { beforeAll, expect, test } from 'vitest'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { customerPerformanceReport } from '#areas/reports/customer-performance/contract.ts'
import { registered } from '#tests/factories/customers.ts'
import { customers, exportInput, type Options, openPdf, readWorkbook } from '#tests/factories/exports.ts'
import { ALL, REPORT_TIME, reportCompany, withoutAmounts } from '#tests/factories/reports.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { addExport, PDF_EXPORT_ROWS_MAX } from '../contract.ts'

// The tests read PDF exports with an independent parser.

const app = useApp({ at: REPORT_TIME })
const fields = ['FullName', 'IdNo', 'Status']
/** A user with all roles but without the privilege to see amounts. */
const noAmounts = staffWith({ roles: 'all', privileges: ['Export Data'] })
const readable = [
  ['zh', '陈美玲'],
  ['ja', '佐藤さくら'],
  ['fr', 'ZOÉ LEFÈVRE-NAÏF'],
  ['en', 'NGUYỄN THỊ ÁNH'],
  ['en', '=1+1 SHARMA'],
] as const

beforeAll(async () => {
  await reportCompany(app)
  for (const [, FullName] of readable) await registered(app.db, { FullName })
})

const exported = async (path: string, named: readonly string[], more: Options = {}, as = hq) => {
  const { status, body, refusal } = await app.call(addExport, exportInput(path, named, { Format: 'PDF', ...more }), {
    as,
    key: crypto.randomUUID(),
  })
  return { status, body, refusal }
}

test.each(readable)('PDF export in %s contains the name %s in embedded fonts', async (Language, FullName) => {
  const { body } = await exported(listCustomers.path, fields, { Language, Input: { Search: { FullName } } })
  expect(body).toMatchObject({ Status: 'Completed', RowsDone: 1, FileName: expect.stringMatching(/\.pdf$/) })
  const { text, fonts, type } = await openPdf(app, body.ExportId)
  expect(type).toBe('application/pdf')
  expect(text).toContain(FullName)
  expect(text).not.toContain('\ufffd')
  expect(fonts.every(({ embedded }) => embedded)).toBe(true)
})

const Columns = [
  { Field: 'CustomerName', Label: 'Customer' },
  { Field: 'Net', Label: 'Net sales (MYR)', Kind: 'money' as const },
  { Field: 'PointsEarned', Label: 'Points earned', Kind: 'points' as const },
]
const Totals = [
  { Field: 'Members', Label: 'Members', Kind: 'number' as const },
  { Field: 'Net', Label: 'Net sales (MYR)', Kind: 'money' as const },
]
const reportOptions = {
  Title: 'Customer Performance Report',
  Columns,
  Totals,
  Input: { DateFrom: ALL[0], DateTo: ALL[1] },
  Filters: [{ Field: 'DateFrom', Label: 'Days', Text: '01/01/2026 – 31/03/2026' }],
}

test('PDF export: a report shows its filters, rows and totals as on the screen', async () => {
  const screen = await app.call(customerPerformanceReport.call, reportOptions.Input as never)
  const { body } = await exported(customerPerformanceReport.call.path, [], reportOptions)
  const { text } = await openPdf(app, body.ExportId)
  for (const row of screen.body.rows) expect(text).toContain(row.CustomerName)
  // Mei: 100.00 + 250.50 + 400.00. Ali: 300.00. Siti's purchase was returned.
  expect(screen.body.Totals.Net).toBe('1050.50')
  for (const part of ['Customer Performance Report', 'Total', '1,050.50', '750.50', '01/01/2026 – 31/03/2026', '1 / 1'])
    expect(text).toContain(part)

  const workbook = await exported(customerPerformanceReport.call.path, [], { ...reportOptions, Format: 'XLSX' })
  const about = (await readWorkbook(app, workbook.body.ExportId)).textOf('About')
  expect(about).toContain('Total: Net sales (MYR)')
  expect(about).toContain('1050.5')
})

test('PDF export: without View Sales Information rows and totals contain no amounts', async () => {
  const { status, body } = await exported(customerPerformanceReport.call.path, [], reportOptions, noAmounts)
  expect(status).toBe(201)
  const { text } = await openPdf(app, body.ExportId, noAmounts)
  expect(text).toContain('SITI AMINAH')
  expect(text).not.toMatch(/\d\.\d\d/)
  expect((await exported(customerPerformanceReport.call.path, [], reportOptions, withoutAmounts)).status).toBe(403)
})

test('PDF export: a request for a total that the list does not have is refused', async () => {
  const unknown = { ...reportOptions, Totals: [{ Field: 'Profit', Label: 'Profit' }] }
  expect((await exported(customerPerformanceReport.call.path, [], unknown)).refusal).toMatchObject({
    code: 'exports.no_such_column',
  })
})

test('PDF export: each page has the header and a page number, and an export with too many rows is refused', async () => {
  await customers(app.db, PDF_EXPORT_ROWS_MAX, 'PAV')
  const all = { Input: { Search: { RegisteredOutletCode: 'PAV', Q: 'MANY' } } }
  const { body } = await exported(listCustomers.path, fields, all)
  expect(body).toMatchObject({ Status: 'Completed', RowsDone: PDF_EXPORT_ROWS_MAX })
  const { pages } = await openPdf(app, body.ExportId)
  expect(pages.length).toBeGreaterThan(10)
  pages.forEach((page, index) => {
    expect(page).toContain('IdNo')
    expect(page).toContain(`${index + 1} / ${pages.length}`)
  })
  expect(pages.join(' ').match(/MANY \d{6}/g)).toHaveLength(PDF_EXPORT_ROWS_MAX)

  await registered(app.db, { FullName: 'MANY TOO MANY', RegisteredOutletCode: 'PAV' })
  expect(await exported(listCustomers.path, fields, all)).toMatchObject({
    status: 409,
    refusal: { code: 'exports.too_long_for_pdf', params: { Rows: PDF_EXPORT_ROWS_MAX } },
  })
})
