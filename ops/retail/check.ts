import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Mapping } from '#areas/imports/contract/mapping.ts'
import type { ImportResult } from '#areas/imports/contract.ts'
import { addJob, findJob, readHead, runImport } from '#areas/imports/server/index.ts'
import type { Report } from '#areas/reports/contract/report.ts'
import { customerPerformance } from '#areas/reports/customer-performance/contract.ts'
import { customerTransaction } from '#areas/reports/customer-transaction/contract.ts'
import { productSales } from '#areas/reports/product-sales/contract.ts'
import { purchaseCohorts } from '#areas/reports/purchase-cohorts/contract.ts'
import { purchaseGaps } from '#areas/reports/purchase-gaps/contract.ts'
import { repeatCustomer } from '#areas/reports/repeat-customer/contract.ts'
import { repeatDays } from '#areas/reports/repeat-days/contract.ts'
import { openDatabase } from '#kit/server/database.ts'
import { cardCategory } from '#tests/factories/sales.ts'
import { hq, make, startTestApp, type TestApp } from '#tests/test-app.ts'
import * as expected from './expected.ts'
import { type Document, documentsOf } from './file.ts'
import { retailMapping } from './mapping.ts'

// THE REPORTS OVER A REAL FILE OF SALES, HELD AGAINST THE FILE. It is imported into a new company; then the reports are asked by their calls,
// row by row and to the cent, and compared with what `expected.ts` works out of the file without them.

export type Found = { name: string; rows: number; figures: Record<string, unknown>; differences: string[] }
export type Checked = { imported: ImportResult; found: Found[] }

const OUTLET = 'KLCC'
const PAGE = 1_000
/** So many differences of a report are written out. */
const WRITTEN_MAX = 10

/** `url`: an empty database of this version. `at`: when all of it is looked at. */
export async function checkRetail(url: string, path: string, at: string): Promise<Checked> {
  const owner = openDatabase({ url, max: 4, applicationName: 'retail' })
  const app = await startTestApp(url, owner, { at })
  try {
    await make.standardBuildings(app.db)
    await cardCategory(app.db, 'CLASSIC')
    const imported = await imports(app, path)
    await owner.pool.query('analyze')
    return { imported, found: await compareAll(app, await documentsOf(path), at.slice(0, 10)) }
  } finally {
    await app.fastify.close()
    await app.database.end()
    await owner.end()
  }
}

async function imports(app: TestApp, path: string) {
  const mapping = Mapping.parse(retailMapping(OUTLET))
  const { pool } = app.database
  const id = await addJob(pool, {
    kind: 'sales',
    fileName: basename(path),
    fileBytes: statSync(path).size,
    ...(await readHead(path, mapping)),
    by: { userId: null, name: 'retail', outletCode: 'HQ' },
  })
  const job = (await findJob(pool, id))!
  const running = {
    database: app.database,
    directUrl: app.url,
    timeZone: 'Asia/Kuala_Lumpur',
    clock: app.clock.now,
    log: () => {},
  }
  return runImport(running, { job, file: path, mapping, dryRun: false })
}

async function compareAll(app: TestApp, documents: readonly Document[], today: string): Promise<Found[]> {
  const days = documents.map(({ day }) => day).sort()
  const whole = { from: days[0]!, until: days.at(-1)! }
  // A month in the middle: what was sold before it and came back in it, and the other way round.
  const middle = days[Math.floor(days.length / 2)]!.slice(0, 7)
  const month = {
    from: `${middle}-01`,
    until: `${middle}-${String(new Date(Date.UTC(Number(middle.slice(0, 4)), Number(middle.slice(5)), 0)).getUTCDate())}`,
  }
  const dates = ({ from, until }: expected.Span) => ({ DateFrom: from, DateTo: until })
  const traded = ({ from, until }: expected.Span) => ({ TransactionDateFrom: from, TransactionDateTo: until })
  const customer = (row: expected.Row) => String(row.CustomerName).split(' ').at(-1)!
  const named = (span: expected.Span) => (span === whole ? 'all days' : middle)
  const invoice = (row: expected.Row) => String(row.InvoiceNo)

  const found: Found[] = []
  const check = async (
    name: string,
    report: Report,
    input: object,
    key: (row: expected.Row) => string,
    is: expected.Expected,
  ) => void found.push(compare(name, await answerOf(app, report, input), key, is))
  for (const span of [whole, month]) {
    const when = named(span)
    await check(
      `customer transactions, ${when}`,
      customerTransaction as never,
      traded(span),
      invoice,
      expected.transactions(documents, span),
    )
    await check(
      `customer transactions without cancelled ones, ${when}`,
      customerTransaction as never,
      { ...traded(span), ExcludeCancelTrxYN: 'Y' },
      invoice,
      expected.transactions(documents, span, true),
    )
    await check(
      `repeat customers, ${when}`,
      repeatCustomer as never,
      dates(span),
      customer,
      expected.repeatCustomers(documents, span),
    )
    await check(
      `customer performance, ${when}`,
      customerPerformance as never,
      dates(span),
      customer,
      expected.performance(documents, span),
    )
    await check(
      `product sales by month, ${when}`,
      productSales as never,
      { ...dates(span), ProductLevel: 'Month' },
      (row) => String(row.Value),
      expected.products(documents, span, ({ day }) => day.slice(0, 7)),
    )
    await check(
      `product sales by brand, ${when}`,
      productSales as never,
      { ...dates(span), ProductLevel: 'Brand' },
      (row) => String(row.Value),
      expected.products(documents, span, () => 'Online Retail'),
    )
    await check(
      `repeat days, ${when}`,
      repeatDays as never,
      dates(span),
      (row) => String(row.RepeatDays),
      expected.repeatDays(documents, span),
    )
    await check(
      `time between purchases, ${when}`,
      purchaseGaps as never,
      dates(span),
      (row) => String(row.Gap),
      expected.gaps(documents, span),
    )
  }
  await check(
    'cohorts',
    purchaseCohorts as never,
    dates(whole),
    (row) => String(row.FirstMonth),
    expected.cohorts(documents, today),
  )
  return found
}

type Answer = { count: number; rows: expected.Row[]; Totals: expected.Row }

/** All pages of a report. */
async function answerOf(app: TestApp, report: Report, input: object): Promise<Answer> {
  const pages: Answer[] = []
  for (let Page = 1; Page === 1 || (Page - 1) * PAGE < pages[0]!.count; Page++) {
    const { status, body, refusal } = await app.call(report.call, { ...input, Rows: PAGE, Page } as never, hq)
    if (status !== 200) throw new Error(`The report was refused: ${refusal.message}`)
    pages.push(body as unknown as Answer)
  }
  return { ...pages[0]!, rows: pages.flatMap(({ rows }) => rows) }
}

/** What a row says, in the names of the expected ones. */
const saidIn = (row: expected.Row, field: string) =>
  field === 'At'
    ? Date.parse(String(row.PerformedAt))
    : field === 'Customer'
      ? String(row.CustomerName).split(' ').at(-1)
      : row[field]

function compare(
  name: string,
  { count, rows, Totals }: Answer,
  key: (row: expected.Row) => string,
  is: expected.Expected,
): Found {
  const differences: string[] = []
  const differs = (where: string, field: string, said: unknown, must: unknown) => {
    if (said !== must) differences.push(`${where} ${field}: ${String(said)}, of the file ${String(must)}`)
  }
  differs('the report', 'count', count, is.rows.size)
  const left = new Map(is.rows)
  for (const row of rows) {
    const must = left.get(key(row))
    left.delete(key(row))
    if (!must) differences.push(`${key(row)}: stands there once too often, or not in the file`)
    else for (const [field, value] of Object.entries(must)) differs(key(row), field, saidIn(row, field), value)
  }
  for (const missing of left.keys()) differences.push(`${missing}: is missing`)
  for (const [field, value] of Object.entries(is.totals)) differs('the total', field, Totals[field], value)
  const more = differences.length - WRITTEN_MAX
  return {
    name,
    rows: rows.length,
    figures: is.totals,
    differences: more > 0 ? [...differences.slice(0, WRITTEN_MAX), `and ${more} more`] : differences,
  }
}
