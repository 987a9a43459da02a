import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#areas/access/roles.ts'
import { addExport } from '#areas/exports/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { toJsonSchema } from '#kit/contract/schema.ts'
import { privilegedFieldsOf } from '#kit/server/privileges.ts'
import { readCsv } from '#tests/factories/exports.ts'
import { ALL, REPORT_TIME, reportCompany, withoutAmounts } from '#tests/factories/reports.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { reportPagesSource, reportRoutesSource, reportTextsSource } from '../../../scripts/generate-reports.ts'
import { reportDefinitions, reportKeys } from '../contract/table.ts'
import { reportRoutes } from './report-routes.ts'

// Rules that every report must meet, including new reports.

const app = useApp({ at: REPORT_TIME })
let MembershipNo = ''
beforeAll(async () => {
  MembershipNo = (await reportCompany(app)).Mei.MembershipNo
  // Formula-like text that files or other programs may have stored without the contract's validation.
  await app.sql(
    `update customer set full_name = '=HYPERLINK("http://x") ' || full_name, email = '@' || customer_id || '@mail.example'`,
  )
  await app.sql(`update transaction_detail set description = '+1', brand = '=1+1'`)
})

/** Staff of the same outlet with the privilege to view sales. */
const seesAmounts = staffWith({ roles: 'all', privileges: 'all' })

const amountsOf = (call: Endpoint) =>
  privilegedFieldsOf(call).filter(({ privilege }) => privilege === 'View Sales Information')

type ReportReply = { count: number; rows: Record<string, unknown>[]; Totals: Record<string, unknown> }
const reports = reportRoutes.map(({ endpoint }) => [endpoint.path, endpoint] as const)
const fieldsOf = (call: Endpoint) => Object.keys(toJsonSchema(call.body, 'input').properties ?? {})
/** The query with the longest possible period. */
const widestQuery = (call: Endpoint) => {
  const fields = fieldsOf(call)
  const day = (end: RegExp, value: string) =>
    fields.filter((name) => end.test(name) && !name.startsWith('Join')).map((name) => [name, value])
  return Object.fromEntries([...day(/DateFrom$/, ALL[0]), ...day(/DateTo$/, ALL[1])])
}
const runReport = async (call: Endpoint, input: object, as = hq) => {
  const query = { ...widestQuery(call), ...input }
  const reply = await app.call(call, query as never, as)
  // A report about one member needs a membership number.
  const result = reply.status === 404 ? await app.call(call, { ...query, MembershipNo } as never, as) : reply
  return { ...result, body: result.body as ReportReply }
}

test('reports: each report in the table has an endpoint, and each endpoint is in the table', () => {
  expect(reportRoutes.map(({ endpoint }) => endpoint.path).sort()).toEqual(
    Object.values(reportDefinitions)
      .map(({ call }) => call)
      .sort(),
  )
})

test('reports: the generated lists of routes, pages and texts match the table', () => {
  expect(readFileSync('areas/reports/server/report-routes.ts', 'utf8')).toBe(reportRoutesSource())
  expect(readFileSync('areas/reports/web/reports.ts', 'utf8')).toBe(reportPagesSource())
  expect(readFileSync('areas/reports/web/report-texts.ts', 'utf8')).toBe(reportTextsSource())
})

test('reports: SQL statements call only parallel safe functions, so that they can run in parallel workers', async () => {
  const sources = globSync('areas/reports/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).map((file) =>
    readFileSync(file, 'utf8'),
  )
  const unsafeFunctions = await app.sql<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and proparallel <> 's'`,
  )
  expect(unsafeFunctions.length).toBeGreaterThan(0)
  expect(unsafeFunctions.filter(({ name }) => sources.some((text) => new RegExp(`\\b${name}\\(`).test(text)))).toEqual(
    [],
  )
})

describe.each(reports)('%s', (_, call) => {
  test('report: the caller needs the role of the report', async () => {
    const key = reportKeys.find((key) => reportDefinitions[key].call === call.path)!
    const { role } = reportDefinitions[key]
    const others = staffWith({
      roles: roles.filter((candidate) => candidate !== role),
      privileges: 'all',
      outlet: 'HQ',
    })
    expect((await app.call(call, {} as never, others)).status).toBe(403)
    expect((await app.call(call, {} as never, outletStaff)).status).toBe(403)
    const holder = staffWith({ roles: [role], outlet: 'HQ' })
    expect([200, 404]).toContain((await app.call(call, {} as never, holder)).status)
  })

  test('report: outlet staff see only the rows of their outlet', async () => {
    if (!fieldsOf(call).includes('OutletCode')) return
    expect(await app.call(call, { OutletCode: 'PAV' } as never, withoutAmounts)).toMatchObject({
      status: 403,
      refusal: { code: 'reports.other_outlet' },
    })
    const ownOutlet = await runReport(call, { OutletCode: 'KLCC' }, withoutAmounts)
    expect(ownOutlet.body.rows).toEqual((await runReport(call, {}, withoutAmounts)).body.rows)
  })

  test('report: amounts are hidden without the privilege to view sales', async () => {
    const { body } = await runReport(call, {}, withoutAmounts)
    for (const { path } of amountsOf(call)) {
      const [part, field] = path as [string, string]
      const records = part === 'rows' ? body.rows : [body.Totals]
      expect(records.map((row) => row[field])).toEqual(records.map(() => null))
    }
  })

  test('report: sorting by any column in either direction does not change the totals or the number of rows', async () => {
    const { body } = await runReport(call, {})
    for (const SortOption of toJsonSchema(call.body, 'input').properties?.SortOption?.enum ?? [])
      for (const SortDirection of ['ASC', 'DESC']) {
        const sorted = await runReport(call, { SortOption, SortDirection })
        expect({ SortOption, status: sorted.status }).toEqual({ SortOption, status: 200 })
        expect(sorted.body.Totals).toEqual(body.Totals)
        expect(sorted.body.rows.length).toBe(body.rows.length)
      }
  })

  test('report export: contains the rows of the screen and no formulas', async () => {
    const { body } = await runReport(call, {})
    const field = Object.keys(body.rows[0] ?? {})[0]
    if (!field) return
    const { MembershipNo: rowMembershipNo } = body.rows[0] as { MembershipNo?: string }
    const input = {
      ...widestQuery(call),
      ...(fieldsOf(call).includes('CustomerIDNo') && { MembershipNo: rowMembershipNo ?? MembershipNo }),
    }
    const columns = Object.keys(body.rows[0]!).map((Field) => ({ Field, Label: Field, Kind: 'text' as const }))
    const file = await app.call(
      addExport,
      { Path: call.path, Title: 'Report', Input: input, Columns: columns, Format: 'CSV', Scope: 'All' },
      { as: hq, key: crypto.randomUUID() },
    )
    expect(file).toMatchObject({ status: 201, body: { Status: 'Completed', RowsDone: body.count } })
    const [head, ...rows] = await readCsv(app, (file.body as { ExportId: string }).ExportId)
    expect(head).toEqual(Object.keys(body.rows[0]!))
    // Negative numbers are allowed; any other cell that looks like a formula must be text.
    expect(rows.flat().filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell) && !/^-\d+(\.\d+)?$/.test(cell))).toEqual([])
    // Text that looks like a formula starts with an apostrophe.
    const unescapedRows = rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@])/, '')))
    expect(unescapedRows).toEqual(body.rows.map((row) => Object.values(row).map((value) => String(value ?? ''))))
  })

  test('report: the period is limited to two years', async () => {
    const period = Object.entries(widestQuery(call))
    if (period.length === 0) return
    const queryFor = (from: string, until: string) =>
      Object.fromEntries(period.map(([name]) => [name, name.endsWith('From') ? from : until]))
    expect((await runReport(call, queryFor('2026-03-02', '2026-03-01'))).refusal).toMatchObject({
      code: 'reports.dates_reversed',
    })
    expect((await runReport(call, queryFor('2020-03-01', '2026-03-01'))).refusal).toMatchObject({
      code: 'reports.too_long',
    })
  })
})

test('reports: amounts are shown to users with the privilege', async () => {
  const missing: string[] = []
  for (const [path, call] of reports) {
    const guarded = amountsOf(call)
    if (guarded.length === 0) continue
    const { body } = await runReport(call, {}, seesAmounts)
    const hasAmounts = guarded.some(({ path }) => {
      const [part, field] = path as [string, string]
      return (part === 'rows' ? body.rows : [body.Totals]).some((row) => row[field] !== null)
    })
    if (!hasAmounts) missing.push(path)
  }
  // areas/retention/server/retention.test.ts tests the forecast, which the nightly batch calculates.
  expect(missing).toEqual([reportDefinitions.memberListing.call])
})

test('reports: without View Sales Information, neither figures nor the order of rows reveal amounts', async () => {
  const runAll = async () =>
    Promise.all(
      reports.map(async ([path, call]) => {
        const { rows, Totals, count } = (await runReport(call, {}, withoutAmounts)).body
        return { path, rows, Totals, count }
      }),
    )
  const before = await runAll()
  // Changes the amounts so that the smallest buyer becomes the largest.
  const columns = {
    summary: 'total_amount discount tax trade_in voucher_amount net_amount',
    detail: 'unit_price discount tax net_amount',
  }
  const multiply = (names: string) =>
    names
      .split(' ')
      .map((name) => `${name} = ${name} * 1000`)
      .join()
  const [{ least: smallestBuyer }] = (await app.sql<{ least: string }>(
    `select membership_no as least from transaction_summary where membership_no is not null and transaction_type = 'N' and outlet_code = 'KLCC'
     group by 1 order by sum(net_amount) limit 1`,
  )) as [{ least: string }]
  await app.sql(`do $$ begin
    set local session_replication_role = replica;
    update transaction_detail set ${multiply(columns.detail)} where transaction_id in (select transaction_id from transaction_summary where membership_no = '${smallestBuyer}');
    update transaction_summary set ${multiply(columns.summary)} where membership_no = '${smallestBuyer}';
  end $$`)
  expect(await runAll()).toEqual(before)
})

test('reports: only users with the privilege can filter by amounts', async () => {
  const call = reportRoutes.find(
    ({ endpoint }) => endpoint.path === reportDefinitions.customerTransaction.call,
  )!.endpoint
  expect((await app.call(call, { AmountFrom: '1' } as never, withoutAmounts)).refusal).toMatchObject({
    code: 'reports.amounts_hidden',
  })
})
