import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#areas/access/roles.ts'
import { addExport } from '#areas/exports/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { schemaOf } from '#kit/contract/schema.ts'
import { guardedOf } from '#kit/server/privileges.ts'
import { csvOf } from '#tests/factories/exports.ts'
import { ALL, AT, reportCompany, withoutAmounts } from '#tests/factories/reports.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { reportKeys, reportTable } from '../contract/table.ts'
import { reportRoutes } from './reports.ts'

// What holds for every report, a new one as well.

const app = useApp({ at: AT })
let MembershipNo = ''
beforeAll(async () => {
  MembershipNo = (await reportCompany(app)).Mei.MembershipNo
  // As a file or another program might have brought them, past the contract.
  await app.sql(
    `update customer set full_name = '=HYPERLINK("http://x") ' || full_name, email = '@' || customer_id || '@mail.example'`,
  )
  await app.sql(`update transaction_detail set description = '+1', brand = '=1+1'`)
})

/** Of the same outlet, with the privilege. */
const seesAmounts = staffWith({ roles: 'all', privileges: 'all' })

const amountsOf = (call: Endpoint) => guardedOf(call).filter(({ privilege }) => privilege === 'View Sales Information')

type Answer = { count: number; rows: Record<string, unknown>[]; Totals: Record<string, unknown> }
const reports = reportRoutes.map(({ endpoint }) => [endpoint.path, endpoint] as const)
const fieldsOf = (call: Endpoint) => Object.keys(schemaOf(call.body, 'input').properties ?? {})
/** As much as there is: all days, and a member where one must be named. */
const widest = (call: Endpoint) => {
  const fields = fieldsOf(call)
  const day = (end: RegExp, value: string) =>
    fields.filter((name) => end.test(name) && !name.startsWith('Join')).map((name) => [name, value])
  return Object.fromEntries([...day(/DateFrom$/, ALL[0]), ...day(/DateTo$/, ALL[1])])
}
const answerOf = async (call: Endpoint, input: object, as = hq) => {
  const asked = { ...widest(call), ...input }
  const reply = await app.call(call, asked as never, as)
  // One that is about a member is asked for one.
  const answer = reply.status === 404 ? await app.call(call, { ...asked, MembershipNo } as never, as) : reply
  return { ...answer, body: answer.body as Answer }
}

test('every report of the table has its call, and every call its report', () => {
  expect(reportRoutes.map(({ endpoint }) => endpoint.path).sort()).toEqual(
    Object.values(reportTable)
      .map(({ call }) => call)
      .sort(),
  )
})

test('a report may be worked out by several processors: no function that one asks says otherwise', async () => {
  const asked = globSync('areas/reports/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).map((file) =>
    readFileSync(file, 'utf8'),
  )
  const alone = await app.sql<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and proparallel <> 's'`,
  )
  expect(alone.length).toBeGreaterThan(0)
  expect(alone.filter(({ name }) => asked.some((text) => new RegExp(`\\b${name}\\(`).test(text)))).toEqual([])
})

describe.each(reports)('%s', (_, call) => {
  test('abuse case 31: is opened by the role of its name alone, and by no other right', async () => {
    const key = reportKeys.find((one) => reportTable[one].call === call.path)!
    const { role } = reportTable[key]
    const others = staffWith({ roles: roles.filter((other) => other !== role), privileges: 'all', outlet: 'HQ' })
    expect((await app.call(call, {} as never, others)).status).toBe(403)
    expect((await app.call(call, {} as never, outletStaff)).status).toBe(403)
    const holder = staffWith({ roles: [role], outlet: 'HQ' })
    expect([200, 404]).toContain((await app.call(call, {} as never, holder)).status)
  })

  test('keeps staff of an outlet to it', async () => {
    if (!fieldsOf(call).includes('OutletCode')) return
    expect(await app.call(call, { OutletCode: 'PAV' } as never, withoutAmounts)).toMatchObject({
      status: 403,
      refusal: { code: 'reports.other_outlet' },
    })
    const own = await answerOf(call, { OutletCode: 'KLCC' }, withoutAmounts)
    expect(own.body.rows).toEqual((await answerOf(call, {}, withoutAmounts)).body.rows)
  })

  test('abuse case 30: has no amounts in its answer for those who may not see sales', async () => {
    const { body } = await answerOf(call, {}, withoutAmounts)
    for (const { way } of amountsOf(call)) {
      const [place, field] = way as [string, string]
      const held = place === 'rows' ? body.rows : [body.Totals]
      expect(held.map((row) => row[field])).toEqual(held.map(() => null))
    }
  })

  test('is sorted by each of its columns, both ways, with the same totals', async () => {
    const { body } = await answerOf(call, {})
    for (const SortOption of schemaOf(call.body, 'input').properties?.SortOption?.enum ?? [])
      for (const SortDirection of ['ASC', 'DESC']) {
        const sorted = await answerOf(call, { SortOption, SortDirection })
        expect({ SortOption, status: sorted.status }).toEqual({ SortOption, status: 200 })
        expect(sorted.body.Totals).toEqual(body.Totals)
        expect(sorted.body.rows.length).toBe(body.rows.length)
      }
  })

  test('R24: gives as a file what it shows, row by row, and nothing that a spreadsheet would run (abuse case 55)', async () => {
    const { body } = await answerOf(call, {})
    const field = Object.keys(body.rows[0] ?? {})[0]
    if (!field) return
    const { MembershipNo: named } = body.rows[0] as { MembershipNo?: string }
    const input = {
      ...widest(call),
      ...(fieldsOf(call).includes('CustomerIDNo') && { MembershipNo: named ?? MembershipNo }),
    }
    const columns = Object.keys(body.rows[0]!).map((Field) => ({ Field, Label: Field, Kind: 'text' as const }))
    const file = await app.call(
      addExport,
      { Path: call.path, Title: 'Report', Input: input, Columns: columns, Format: 'CSV', Scope: 'All' },
      { as: hq, key: crypto.randomUUID() },
    )
    expect(file).toMatchObject({ status: 201, body: { Status: 'Completed', RowsDone: body.count } })
    const [head, ...rows] = await csvOf(app, (file.body as { ExportId: string }).ExportId)
    expect(head).toEqual(Object.keys(body.rows[0]!))
    // Abuse case 55: a figure below nothing is a figure; all else that a spreadsheet would run is text.
    expect(rows.flat().filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell) && !/^-\d+(\.\d+)?$/.test(cell))).toEqual([])
    // Such a text has an apostrophe before it.
    const typed = rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@])/, '')))
    expect(typed).toEqual(body.rows.map((row) => Object.values(row).map((value) => String(value ?? ''))))
  })

  test('spans two years at most', async () => {
    const days = Object.entries(widest(call))
    if (days.length === 0) return
    const of = (from: string, until: string) =>
      Object.fromEntries(days.map(([name]) => [name, name.endsWith('From') ? from : until]))
    expect((await answerOf(call, of('2026-03-02', '2026-03-01'))).refusal).toMatchObject({
      code: 'reports.dates_reversed',
    })
    expect((await answerOf(call, of('2020-03-01', '2026-03-01'))).refusal).toMatchObject({ code: 'reports.too_long' })
  })
})

test('the amounts that are left out are there for who may see them', async () => {
  const unseen: string[] = []
  for (const [path, call] of reports) {
    const guarded = amountsOf(call)
    if (guarded.length === 0) continue
    const { body } = await answerOf(call, {}, seesAmounts)
    const told = guarded.some(({ way }) => {
      const [place, field] = way as [string, string]
      return (place === 'rows' ? body.rows : [body.Totals]).some((row) => row[field] !== null)
    })
    if (!told) unseen.push(path)
  }
  // What is expected of members is computed at night: areas/retention/server/retention.test.ts.
  expect(unseen).toEqual([reportTable.memberListing.call])
})

test('abuse case 30: nobody without the privilege View Sales Information learns an amount from any figure or order', async () => {
  const answers = async () =>
    Promise.all(
      reports.map(async ([path, call]) => {
        const { rows, Totals, count } = (await answerOf(call, {}, withoutAmounts)).body
        return { path, rows, Totals, count }
      }),
    )
  const before = await answers()
  // The smallest buyer becomes the largest.
  const columns = {
    summary: 'total_amount discount tax trade_in voucher_amount net_amount',
    detail: 'unit_price discount tax net_amount',
  }
  const times = (names: string) =>
    names
      .split(' ')
      .map((name) => `${name} = ${name} * 1000`)
      .join()
  const [{ least }] = (await app.sql<{ least: string }>(
    `select membership_no as least from transaction_summary where membership_no is not null and transaction_type = 'N' and outlet_code = 'KLCC'
     group by 1 order by sum(net_amount) limit 1`,
  )) as [{ least: string }]
  await app.sql(`do $$ begin
    set local session_replication_role = replica;
    update transaction_detail set ${times(columns.detail)} where transaction_id in (select transaction_id from transaction_summary where membership_no = '${least}');
    update transaction_summary set ${times(columns.summary)} where membership_no = '${least}';
  end $$`)
  expect(await answers()).toEqual(before)
})

test('filtering by amounts is for those who may see them', async () => {
  const call = reportRoutes.find(({ endpoint }) => endpoint.path === reportTable.customerTransaction.call)!.endpoint
  expect((await app.call(call, { AmountFrom: '1' } as never, withoutAmounts)).refusal).toMatchObject({
    code: 'reports.amounts_hidden',
  })
})
