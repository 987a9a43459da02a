import { beforeAll, describe, expect, test } from 'vitest'
import { accountActor } from '#areas/access/server/index.ts'
import { CustomerStatus, listCustomers } from '#areas/customers/contract/customers.ts'
import { listReferrers } from '#areas/referrals/contract.ts'
import { addTransaction, listTransactions } from '#areas/sales/contract.ts'
import { limits, openClient } from '#kit/server/database.ts'
import type { Route } from '#kit/server/serve.ts'
import { readWhole } from '#kit/server/whole-list.ts'
import { registered } from '#tests/factories/customers.ts'
import { csvOf, customers, exportInput, fileOf, type Options, workbookOf } from '#tests/factories/exports.ts'
import { line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import { addExport, cancelExport, type Export, exportStatus, listExports, runExportAgain } from '../contract.ts'
import { runWaiting } from './background.ts'
import { forgetExports } from './forget-exports.ts'
import { listAt } from './lists.ts'

const MANY = 60
const AT_ONCE = 50
const app = useApp({ exportRowsAtOnce: AT_ONCE, at: '2026-06-15T04:00:00Z' })

const own = { roles: ['Customer', 'Customer Transaction'], privileges: ['Export Data'] } as const
const klcc = staffWith({ ...own, outlet: 'KLCC' })
const pavilion = staffWith({ ...own, outlet: 'PAV' })
const fields = ['CustomerId', 'FullName', 'IdNo', 'ContactNo', 'Status', 'RegisteredOutletCode']

beforeAll(async () => {
  await customers(app.db, MANY, 'KLCC')
  await customers(app.db, 7, 'PAV')
  await registered(app.db, { FullName: '陈美玲', RegisteredOutletCode: 'PAV' })
})

const exported = async (more: Options = {}, as = hq) => {
  const { status, body } = await app.call(addExport, exportInput(listCustomers.path, fields, more), as)
  expect(status).toBe(201)
  return body
}

describe('what is exported', () => {
  const searches = [
    ['a filter', { Search: { RegisteredOutletCode: 'PAV' } }, hq],
    ['a search by name', { Search: { Q: 'MANY 00003' } }, hq],
    ['another order', { Search: { FullName: 'MANY 00001' }, SortOption: 'FullName', SortDirection: 'ASC' }, hq],
    ['the scope of an outlet', {}, pavilion],
    ['a number of another outlet, which is found from anywhere', { Search: { IdNo: 'KLCC000005' } }, pavilion],
  ] as const

  test.each(searches)('is what the screen shows: %s', async (_, Input, as) => {
    const screen = await app.call(listCustomers, { ...Input, Rows: 1000 } as never, as)
    const { ExportId, RowsDone } = await exported({ Input }, as)

    const [head, ...rows] = await csvOf(app, ExportId, as)
    const cells = (row: object) => fields.map((field) => String((row as Record<string, unknown>)[field] ?? ''))
    expect(head).toEqual(fields)
    // A phone number begins with a plus, which a spreadsheet would calculate.
    const typed = rows.map((row) => row.map((cell) => cell.replace(/^'\+/, '+')))
    expect(typed).toEqual(screen.body.rows.map(cells))
    expect(RowsDone).toBe(screen.body.count)
  })

  test('is one page, or the rows that were ticked on several', async () => {
    const Input = { Search: { RegisteredOutletCode: 'KLCC' }, SortOption: 'FullName', SortDirection: 'ASC' }
    const page = await exported({ Input, Scope: 'Page', Page: 2, Rows: 20 })
    const { body } = await app.call(listCustomers, { ...Input, Page: 2, Rows: 20 } as never)
    expect((await csvOf(app, page.ExportId)).slice(1).map(([id]) => id)).toEqual(
      body.rows.map((row) => `${row.CustomerId}`),
    )

    const Keys = [body.rows[3]!, body.rows[11]!].map(({ CustomerId }) => `${CustomerId}`)
    const chosen = await exported({ Input, Scope: 'Selected', KeyField: 'CustomerId', Keys })
    expect((await csvOf(app, chosen.ExportId)).slice(1).map(([id]) => id)).toEqual(Keys)
    expect(chosen).toMatchObject({ RowsExpected: 2, RowsDone: 2 })
  })

  test('speaks the words of the screen', async () => {
    const Words = Object.fromEntries(CustomerStatus.options.map((status) => [status, `状态 ${status}`]))
    const Columns = [
      { Field: 'FullName', Label: '姓名' },
      { Field: 'Status', Label: '状态', Kind: 'status' as const, Words },
    ]
    const Input = { Search: { Q: '陈美玲' } }
    const { ExportId } = await exported({ Columns, Input, Title: '顾客', Language: 'zh', Format: 'XLSX' })
    const sheet = (await workbookOf(app, ExportId)).getWorksheet('顾客')!
    expect(sheet.getRow(1).values).toEqual([undefined, '姓名', '状态'])
    expect(sheet.getRow(2).values).toEqual([undefined, '陈美玲', '状态 Active'])
  })

  test('abuse case 69: nobody takes away without the privilege, or without the role of the list', async () => {
    const requested = exportInput(listCustomers.path, fields)
    const noPrivilege = staffWith({ roles: ['Customer'] })
    const noRole = staffWith({ roles: ['Feedback'], privileges: ['Export Data'] })
    for (const as of [noPrivilege, noRole])
      expect(await app.call(addExport, requested, as)).toMatchObject({
        status: 403,
        refusal: { code: 'access.forbidden' },
      })
  })

  test.each(['/customer/customers/find-one', '/customer/customers/add', '/no/such/call', '__proto__'])(
    'is never %s, which is no list',
    async (Path) => {
      expect(await app.call(addExport, exportInput(Path, fields))).toMatchObject({
        status: 400,
        refusal: { code: 'exports.not_a_list' },
      })
    },
  )

  test.each([
    'constructor.name',
    'constructor',
    '__proto__',
    'toString',
    'CustomerId.constructor',
    'NoSuchField',
    'Name.first',
  ])('has no column %s, which no row of the list has, and no such key', async (Field) => {
    const refused = { status: 400, refusal: { code: expect.stringMatching(/^(exports.no_such_column|kit.invalid)$/) } }
    expect(await app.call(addExport, exportInput(listCustomers.path, [...fields, Field]))).toMatchObject(refused)
    const keyed = { Scope: 'Selected' as const, KeyField: Field, Keys: ['1'] }
    expect(await app.call(addExport, exportInput(listCustomers.path, fields, keyed))).toMatchObject(refused)
  })

  test('keeps to the contract of the list', async () => {
    const requested = exportInput(listCustomers.path, fields, { Input: { Search: { Password: 'x' } } })
    expect(await app.call(addExport, requested)).toMatchObject({ status: 400, refusal: { code: 'kit.invalid' } })
  })
})

describe('amounts', () => {
  const sales = ['InvoiceNo', 'NetAmount', 'EarnedPoints', 'BusinessDate', 'PerformedAt']
  const kinds = { NetAmount: 'money', EarnedPoints: 'points', BusinessDate: 'date', PerformedAt: 'instant' } as const
  const Columns = sales.map((Field) => ({
    Field,
    Label: Field,
    Kind: kinds[Field as keyof typeof kinds] ?? ('text' as const),
  }))

  beforeAll(async () => {
    const { MembershipNo } = await member(app.db)
    const sale = {
      TransactionType: 'N',
      InvoiceNo: 'EXP-1',
      MembershipNo,
      OutletCode: 'KLCC',
      PerformedAt: '2026-06-01T23:30:00Z',
      Details: [line('1234.5')],
    }
    await app.call(addTransaction, sale as never, hq)
  })

  test('are numbers and dates in a workbook, on the clock of the business', async () => {
    const { ExportId } = await exported({ Path: listTransactions.path, Columns, Format: 'XLSX', Title: 'Sales' })
    const sheet = (await workbookOf(app, ExportId)).getWorksheet('Sales')!
    const row = sheet.getRow(2)
    expect(row.values).toEqual([
      undefined,
      'EXP-1',
      1234.5,
      0,
      new Date('2026-06-02T00:00:00Z'),
      new Date('2026-06-02T07:30:00Z'),
    ])
    expect([2, 3, 4].map((place) => row.getCell(place).numFmt)).toEqual(['#,##0.00', '#,##0', 'dd/mm/yyyy'])
    expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
    expect(sheet.autoFilter).toBeTruthy()
  })

  test('are written in CSV as on the screen, to the cent', async () => {
    const { ExportId } = await exported({ Path: listTransactions.path, Columns })
    expect((await csvOf(app, ExportId))[1]).toEqual(['EXP-1', '1234.50', '0', '02/06/2026', '02/06/2026 07:30:00 AM'])
  })

  test('of single sales are taken away by whoever may open them', async () => {
    const { ExportId } = await exported({ Path: listTransactions.path, Columns, Format: 'XLSX', Title: 'Sales' }, klcc)
    const workbook = await workbookOf(app, ExportId, klcc)
    expect(workbook.getWorksheet('Sales')!.getRow(1).values).toEqual([undefined, ...sales])
    expect(workbook.getWorksheet('Sales')!.getRow(2).getCell(2).value).toBe(1234.5)
  })

  test('that sum up customers stay where they are without View Sales Information, whatever a column says it is', async () => {
    const listing = staffWith({ roles: ['Referrer Listing'], privileges: ['Export Data'], outlet: 'KLCC' })
    const asText = ['MembershipNo', 'FriendsSales'].map((Field) => ({ Field, Label: Field, Kind: 'text' as const }))
    const { ExportId } = await exported(
      { Path: listReferrers.path, Columns: asText, Format: 'XLSX', Title: 'Referrers' },
      listing,
    )
    const workbook = await workbookOf(app, ExportId, listing)
    expect(workbook.getWorksheet('Referrers')!.getRow(1).values).toEqual([undefined, 'MembershipNo'])
    expect(JSON.stringify(workbook.getWorksheet('About')!.getSheetValues())).toContain('View Sales Information')
    expect(await app.call(addExport, exportInput(listReferrers.path, ['FriendsSales']), listing)).toMatchObject({
      status: 409,
      refusal: { code: 'exports.only_amounts' },
    })
  })
})

describe('abuse case 55 and U2: formulas', () => {
  // Written past the contract, as a file or another program might have brought them.
  const seeds = [
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1+1',
    '\u00a0=1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    "'=1",
    '\n=1',
  ]
  const trigger = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

  beforeAll(async () => {
    for (const seed of seeds)
      await app.sql(
        `insert into customer (full_name, id_type, id_no, contact_no, registered_outlet_code, registration_source, remarks)
         values ($1, 'Passport', $2, '+60161234567', 'PAV', 'CRM', 'seed')`,
        `${seed} SEED`,
        `S${seeds.indexOf(seed)}00000`,
      )
  })

  test.each(['CSV', 'XLSX'] as const)('do not begin a single cell of a %s', async (Format) => {
    const Columns = [
      { Field: 'FullName', Label: '=HYPERLINK("http://x")' },
      { Field: 'ContactNo', Label: '@label', Words: { '+60161234567': '=words' } },
    ]
    const Input = { Search: { FullName: 'SEED' } }
    const { ExportId, RowsDone } = await exported({
      Columns,
      Input,
      Format,
      Title: '=A list',
      Filters: [{ Field: 'FullName', Label: '=x', Text: '=y' }],
    })
    expect(RowsDone).toBe(seeds.length)
    const workbook = Format === 'XLSX' ? await workbookOf(app, ExportId) : undefined
    const cells = workbook
      ? workbook.worksheets
          .flatMap((sheet) => (sheet.getSheetValues() as unknown[][]).flat())
          .filter((cell) => cell !== undefined)
      : (await csvOf(app, ExportId)).flat()
    expect(cells.length).toBeGreaterThan(seeds.length * 2)
    expect(cells.filter((cell) => typeof cell === 'object' && !(cell instanceof Date))).toEqual([])
    expect(cells.filter((cell) => typeof cell === 'string' && trigger.test(cell))).toEqual([])
  })
})

describe('abuse case 69: the books', () => {
  test('say who took what, how many rows and why', async () => {
    const { ExportId } = await exported({
      Input: { Search: { RegisteredOutletCode: 'PAV', Q: 'MANY' } },
      Reason: 'Yearly letter',
    })
    const [entry] = await app.sql<{ log_text: string; updated_by: string }>(
      `select log_text, updated_by from audit_log where action_type = 'Export Data' and object_id = $1`,
      ExportId,
    )
    for (const part of [
      listCustomers.path,
      '"RegisteredOutletCode":"PAV"',
      'FullName, IdNo',
      'Rows - 7',
      'Reason - Yearly letter',
    ])
      expect(entry!.log_text).toContain(part)
    expect(entry!.updated_by).toMatch(/Aisha/)
  })

  test('are told why more than 5,000 rows are needed', async () => {
    await app.sql(
      `insert into product_group (product_code, product_name, product_type) select 'P' || n, 'Piece ' || n, 'Ring' from generate_series(1, 5001) n`,
    )
    const many = exportInput('/product-groups/find-all', ['ProductCode'])
    expect(await app.call(addExport, many)).toMatchObject({
      status: 409,
      refusal: { code: 'exports.reason_for_rows', params: { Rows: 5000 } },
    })
    const { status, body } = await app.call(addExport, { ...many, Reason: 'Stock take' })
    expect(status).toBe(201)
    await runWaiting(jobContext(app))
    expect(await csvOf(app, body.ExportId)).toHaveLength(5002)
  })
})

describe('many rows', () => {
  const ready = async (ExportId: string) => (await app.call(exportStatus, { ExportId })).body

  test('are made in the background, and fetched by nobody but who asked', async () => {
    const made = await exported()
    expect(made).toMatchObject({ Status: 'Queued', RowsDone: 0 })
    expect(await fileOf(app, made.ExportId)).toMatchObject({ status: 404 })

    await runWaiting(jobContext(app))

    const done = await ready(made.ExportId)
    expect(done).toMatchObject({
      Status: 'Completed',
      RowsDone: made.RowsExpected,
      ExpiresAt: '2026-06-22T04:00:00.000Z',
    })
    const file = await fileOf(app, made.ExportId)
    expect(file.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment;.*A%20list%202026-06-15\.csv$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const somebody = staffWith({ ...own, roles: ['Customer', 'Feedback'] })
    expect(await fileOf(app, made.ExportId, somebody)).toMatchObject({ status: 404 })
    expect(await app.call(exportStatus, { ExportId: made.ExportId }, somebody)).toMatchObject({ status: 404 })
    expect((await app.call(listExports, {}, somebody)).body.rows).toEqual([])
  })

  test('can be cancelled while they wait and while they are written', async () => {
    const waiting = await exported()
    expect((await app.call(cancelExport, { ExportId: waiting.ExportId })).body.Status).toBe('Cancelled')
    const running = await exported()
    // Cancelled in the moment between two chunks.
    const tools = jobContext(app)
    const once = { ...tools, log: () => {}, database: cancelling(tools.database, running.ExportId) }
    await runWaiting(once)
    expect(await ready(running.ExportId)).toMatchObject({ Status: 'Cancelled', FileBytes: null })
    expect(await app.call(cancelExport, { ExportId: running.ExportId })).toMatchObject({ status: 409 })
    expect(await fileOf(app, running.ExportId)).toMatchObject({
      status: 404,
      headers: { 'content-type': expect.stringContaining('json') },
    })
  })

  /** Somebody cancels as soon as progress is told. */
  const cancelling = (database: typeof app.database, ExportId: string) => ({
    ...database,
    pool: new Proxy(database.pool, {
      get: (pool, name) =>
        name !== 'query'
          ? (Reflect.get(pool, name).bind?.(pool) ?? Reflect.get(pool, name))
          : async (text: string, values: unknown[]) => {
              if (text.includes('rows_done = $2')) await app.call(cancelExport, { ExportId })
              return pool.query(text, values)
            },
    }),
  })

  test('are taken over when the server that wrote them has died, and given up after the third time', async () => {
    const { ExportId } = await exported()
    const dead = (attempts: number) =>
      app.sql(
        `update export_job set status = 'Running', attempts = $2, rows_done = 40, ended_at = null, file_key = null, file_bytes = null where export_id = $1`,
        ExportId,
        attempts,
      )
    await dead(1)
    const alive = await openClient(app.url, 'another server')
    await alive.query(`select pg_advisory_lock(hashtextextended('export ' || $1, 0))`, [ExportId])
    await runWaiting(jobContext(app))
    expect(await ready(ExportId)).toMatchObject({ Status: 'Running', RowsDone: 40 })
    await alive.end()
    await runWaiting(jobContext(app))
    expect(await ready(ExportId)).toMatchObject({ Status: 'Completed' })

    await dead(3)
    await runWaiting(jobContext(app))
    expect(await ready(ExportId)).toMatchObject({ Status: 'Failed', MessageCode: 'exports.stopped' })
    const again = await app.call(runExportAgain, { ExportId })
    expect(again).toMatchObject({ status: 201, body: { Status: 'Queued' } })
    await runWaiting(jobContext(app))
    expect(await ready(again.body.ExportId)).toMatchObject({ Status: 'Completed' })
  })

  test('are not made for somebody who has lost the right in the meantime', async () => {
    const leaver = staffWith({ ...own, outlet: 'KLCC', roles: ['Customer', 'Dashboard'] })
    const { ExportId } = await exported({}, leaver)
    const { userId } = await app.token(leaver)
    await app.sql(`delete from user_privilege where user_id = $1 and privilege = 'Export Data'`, userId)
    await runWaiting(jobContext(app))
    const [row] = await app.sql<{ status: string; message_code: string }>(
      'select status, message_code from export_job where export_id = $1',
      ExportId,
    )
    expect(row).toEqual({ status: 'Failed', message_code: 'access.forbidden' })
  })

  test('are made two at a time for one person', async () => {
    const busy = staffWith({ ...own, outlet: 'KLCC', roles: ['Customer', 'Rewards'] })
    const made = [await exported({}, busy), await exported({}, busy)]
    const third = await app.call(addExport, exportInput(listCustomers.path, fields), busy)
    expect(third).toMatchObject({
      status: 429,
      refusal: { code: 'exports.too_many_at_once' },
      headers: { 'retry-after': '10' },
    })
    await app.call(cancelExport, { ExportId: made[0]!.ExportId }, busy)
    expect((await exported({ Scope: 'Page', Rows: 5 }, busy)).Status).toBe('Completed')
    await runWaiting(jobContext(app))
  })

  test('are of one moment, and read in portions by one sort', async () => {
    const { product_code } = (
      await app.sql<{ product_code: string }>('select min(product_code) as product_code from product_group')
    )[0]!
    const codes = await withActor(async (reading, route) => {
      const input = route.endpoint.body.parse({}) as Record<string, unknown>
      return readWhole(reading, route, input, async (pages) => {
        const chunks: string[][] = []
        for await (const { rows } of pages) {
          chunks.push(rows.map((row) => String(row.ProductCode)))
          // Had it been read page by page, this would be shown, that would be missing, and one would come twice.
          if (chunks.length === 1) {
            await app.sql(
              `insert into product_group (product_code, product_name, product_type) values ('ZZZ', 'Late', 'Ring')`,
            )
            await app.sql('delete from product_group where product_code = $1', product_code)
          }
        }
        return chunks
      })
    })
    expect(codes.map((chunk) => chunk.length)).toEqual([2000, 2000, 1001])
    const all = codes.flat()
    expect(new Set(all).size).toBe(5001)
    expect(all).toContain(product_code)
    expect(all).not.toContain('ZZZ')
  })

  /** The list of product groups as its own use case gives it to head office. */
  const withActor = async <Result>(
    work: (reading: Parameters<typeof readWhole>[0], route: Route) => Promise<Result>,
  ) => {
    const { userId } = await app.token(hq)
    const actor = (await accountActor(app.db, userId))!
    const { services, database } = app
    const ctx = { actor, services, now: app.clock.now(), today: '2026-06-15', timeZone: 'Asia/Kuala_Lumpur' } as never
    const origin = { userId, name: actor.name, outletCode: 'HQ', session: null, ip: null, requestId: 'test' }
    return work(
      { database, timeZone: 'Asia/Kuala_Lumpur', limits: limits.job, origin, ctx },
      listAt(app.services, '/product-groups/find-all'),
    )
  }

  test('are thrown away after seven days, and their record stays', async () => {
    const { ExportId } = await exported({ Scope: 'Page', Rows: 5 })
    app.clock.advance(7 * 86_400 - 1)
    await forgetExports(jobContext(app))
    expect(await fileOf(app, ExportId)).toMatchObject({ status: 200 })
    app.clock.advance(2)
    await forgetExports(jobContext(app))
    expect(await fileOf(app, ExportId)).toMatchObject({ status: 404 })
    const { Status, FileName } = (await ready(ExportId)) satisfies Export
    expect({ Status, FileName }).toEqual({ Status: 'Expired', FileName: 'A list 2026-06-15.csv' })
  })
})
