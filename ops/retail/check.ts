import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Mapping } from '#areas/imports/contract/mapping.ts'
import type { ImportResult } from '#areas/imports/contract.ts'
import { addImportJob, findImportJob, readColumnsAndFirstRows, runImport } from '#areas/imports/server/index.ts'
import type { DeclaredReport } from '#areas/reports/contract/report.ts'
import { customerPerformanceReport } from '#areas/reports/customer-performance/contract.ts'
import { customerTransactionReport } from '#areas/reports/customer-transaction/contract.ts'
import { productSalesReport } from '#areas/reports/product-sales/contract.ts'
import { purchaseCohortsReport } from '#areas/reports/purchase-cohorts/contract.ts'
import { purchaseGapsReport } from '#areas/reports/purchase-gaps/contract.ts'
import { repeatCustomerReport } from '#areas/reports/repeat-customer/contract.ts'
import { repeatDaysReport } from '#areas/reports/repeat-days/contract.ts'
import { openDatabase } from '#kit/server/database.ts'
import { cardCategory } from '#tests/factories/sales.ts'
import { hq, make, startTestApp, type TestApp } from '#tests/test-app.ts'
import * as expected from './expected.ts'
import { type Document, documentsOf } from './file.ts'
import { retailMapping } from './mapping.ts'

// Verifies reports against a real sales file.
// Imports the file into a new company, and compares every report row to the cent with the expected row.
// `expected.ts` computes the expected rows directly from the file.

export type Comparison = { name: string; rows: number; figures: Record<string, unknown>; differences: string[] }
export type RetailCheck = { imported: ImportResult; comparisons: Comparison[] }

const OUTLET = 'KLCC'
const PAGE = 1_000
/** The maximum number of differences to print per report. */
const WRITTEN_MAX = 10

/** `url` is the URL of an empty migrated database, `at` the current time of all reports. */
export async function checkRetail(url: string, path: string, at: string): Promise<RetailCheck> {
  const owner = openDatabase({ url, max: 4, applicationName: 'retail' })
  const app = await startTestApp(url, owner, { at })
  try {
    await make.standardBuildings(app.db)
    await cardCategory(app.db, 'CLASSIC')
    const imported = await imports(app, path)
    await owner.pool.query('analyze')
    return { imported, comparisons: await compareAll(app, await documentsOf(path), at.slice(0, 10)) }
  } finally {
    await app.fastify.close()
    await app.database.end()
    await owner.end()
  }
}

async function imports(app: TestApp, path: string) {
  const mapping = Mapping.parse(retailMapping(OUTLET))
  const { pool } = app.database
  const id = await addImportJob(pool, {
    kind: 'sales',
    fileName: basename(path),
    fileBytes: statSync(path).size,
    ...(await readColumnsAndFirstRows(path, mapping)),
    by: { userId: null, name: 'retail', outletCode: 'HQ' },
  })
  const job = (await findImportJob(pool, id))!
  const running = {
    database: app.database,
    directUrl: app.url,
    timeZone: 'Asia/Kuala_Lumpur',
    clock: app.clock.now,
    log: () => {},
  }
  return runImport(running, { job, file: path, mapping, dryRun: false })
}

async function compareAll(app: TestApp, documents: readonly Document[], today: string): Promise<Comparison[]> {
  const days = documents.map(({ day }) => day).sort()
  const whole = { from: days[0]!, until: days.at(-1)! }
  // Choose a month in the middle, with returns of earlier sales, and with sales that were returned later.
  const middle = days[Math.floor(days.length / 2)]!.slice(0, 7)
  const month = {
    from: `${middle}-01`,
    until: `${middle}-${String(new Date(Date.UTC(Number(middle.slice(0, 4)), Number(middle.slice(5)), 0)).getUTCDate())}`,
  }
  const checks = [whole, month].flatMap((span) => checksOf(documents, span, span === whole ? 'all days' : middle))
  checks.push({
    name: 'cohorts',
    report: purchaseCohortsReport as never,
    input: datesOf(whole),
    key: textOf('FirstMonth'),
    is: expected.expectedCohorts(documents, today),
  })
  const comparisons: Comparison[] = []
  for (const check of checks) comparisons.push(compare(check, await answerOf(app, check)))
  return comparisons
}

type Check = {
  name: string
  report: DeclaredReport
  input: object
  /** Returns the key of a report row among the expected rows. */
  key: (row: expected.Row) => string
  is: expected.ExpectedReport
}

const datesOf = ({ from, until }: expected.ReportPeriod) => ({ DateFrom: from, DateTo: until })
const textOf = (field: string) => (row: expected.Row) => String(row[field])
const customerOf = (row: expected.Row) => String(row.CustomerName).split(' ').at(-1)!

function checksOf(documents: readonly Document[], span: expected.ReportPeriod, when: string): Check[] {
  const dates = datesOf(span)
  const traded = { TransactionDateFrom: span.from, TransactionDateTo: span.until }
  return [
    {
      name: `customer transactions, ${when}`,
      report: customerTransactionReport as never,
      input: traded,
      key: textOf('InvoiceNo'),
      is: expected.expectedTransactions(documents, span),
    },
    {
      name: `customer transactions without cancelled ones, ${when}`,
      report: customerTransactionReport as never,
      input: { ...traded, ExcludeCancelTrxYN: 'Y' },
      key: textOf('InvoiceNo'),
      is: expected.expectedTransactions(documents, span, true),
    },
    {
      name: `repeat customers, ${when}`,
      report: repeatCustomerReport as never,
      input: dates,
      key: customerOf,
      is: expected.expectedRepeatCustomers(documents, span),
    },
    {
      name: `customer performance, ${when}`,
      report: customerPerformanceReport as never,
      input: dates,
      key: customerOf,
      is: expected.expectedPerformance(documents, span),
    },
    {
      name: `product sales by month, ${when}`,
      report: productSalesReport as never,
      input: { ...dates, ProductLevel: 'Month' },
      key: textOf('Value'),
      is: expected.expectedProducts(documents, span, ({ day }) => day.slice(0, 7)),
    },
    {
      name: `product sales by brand, ${when}`,
      report: productSalesReport as never,
      input: { ...dates, ProductLevel: 'Brand' },
      key: textOf('Value'),
      is: expected.expectedProducts(documents, span, () => 'Online Retail'),
    },
    {
      name: `repeat days, ${when}`,
      report: repeatDaysReport as never,
      input: dates,
      key: textOf('RepeatDays'),
      is: expected.expectedRepeatDays(documents, span),
    },
    {
      name: `time between purchases, ${when}`,
      report: purchaseGapsReport as never,
      input: dates,
      key: textOf('Gap'),
      is: expected.expectedGaps(documents, span),
    },
  ]
}

type Answer = { count: number; rows: expected.Row[]; Totals: expected.Row }

/** Reads all pages of a report. */
async function answerOf(app: TestApp, { report, input }: Check): Promise<Answer> {
  const pages: Answer[] = []
  for (let Page = 1; Page === 1 || (Page - 1) * PAGE < pages[0]!.count; Page++) {
    const { status, body, refusal } = await app.call(report.call, { ...input, Rows: PAGE, Page } as never, hq)
    if (status !== 200) throw new Error(`The report was refused: ${refusal.message}`)
    pages.push(body as unknown as Answer)
  }
  return { ...pages[0]!, rows: pages.flatMap(({ rows }) => rows) }
}

/** Returns the value of a report row for a field name of the expected rows. */
const valueIn = (row: expected.Row, field: string) =>
  field === 'At' ? Date.parse(String(row.PerformedAt)) : field === 'Customer' ? customerOf(row) : row[field]

function compare({ name, key, is }: Check, { count, rows, Totals }: Answer): Comparison {
  const differences: string[] = []
  const differs = (where: string, field: string, actual: unknown, expectedValue: unknown) => {
    if (actual !== expectedValue)
      differences.push(`${where} ${field}: ${String(actual)}, of the file ${String(expectedValue)}`)
  }
  differs('the report', 'count', count, is.rows.size)
  const unmatched = new Map(is.rows)
  for (const row of rows) {
    const expectedRow = unmatched.get(key(row))
    unmatched.delete(key(row))
    if (!expectedRow) differences.push(`${key(row)}: is repeated, or not in the file`)
    else for (const [field, value] of Object.entries(expectedRow)) differs(key(row), field, valueIn(row, field), value)
  }
  for (const missing of unmatched.keys()) differences.push(`${missing}: is missing`)
  for (const [field, value] of Object.entries(is.totals)) differs('the total', field, Totals[field], value)
  const more = differences.length - WRITTEN_MAX
  return {
    name,
    rows: rows.length,
    figures: is.totals,
    differences: more > 0 ? [...differences.slice(0, WRITTEN_MAX), `and ${more} more`] : differences,
  }
}
