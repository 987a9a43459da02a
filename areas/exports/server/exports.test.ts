import { beforeAll, describe, expect, test } from 'vitest'
import { CustomerStatus, listCustomers } from '#areas/customers/contract/customers.ts'
import { listReferrers } from '#areas/referrals/contract.ts'
import { addTransaction, listTransactions } from '#areas/sales/contract.ts'
import { exportingCompany } from '#tests/factories/exporting-company.ts'
import { exportInput, readCsv, readWorkbook } from '#tests/factories/exports.ts'
import { line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith } from '#tests/harness.ts'
import { addExport } from '../contract.ts'
import { runQueuedExports } from './background.ts'

// Tests of the content of exported files, access to them, and their audit log entries.

const { app, klcc, pavilion, fields, exported } = exportingCompany()

describe('content of an export', () => {
  const searches = [
    ['a filter', { Search: { RegisteredOutletCode: 'PAV' } }, hq],
    ['a search by name', { Search: { Q: 'MANY 00003' } }, hq],
    ['another order', { Search: { FullName: 'MANY 00001' }, SortOption: 'FullName', SortDirection: 'ASC' }, hq],
    ['the scope of an outlet', {}, pavilion],
    ['a full identity number of another outlet’s customer', { Search: { IdNo: 'KLCC000005' } }, pavilion],
  ] as const

  test.each(searches)('export content: the file has the same rows as the screen for %s', async (_, Input, as) => {
    const screen = await app.call(listCustomers, { ...Input, Rows: 1000 } as never, as)
    const { ExportId, RowsDone } = await exported({ Input }, as)

    const [head, ...rows] = await readCsv(app, ExportId, as)
    const cells = (row: object) => fields.map((field) => String((row as Record<string, unknown>)[field] ?? ''))
    expect(head).toEqual(fields)
    // A phone number begins with a plus, which is escaped as a formula.
    const typed = rows.map((row) => row.map((cell) => cell.replace(/^'\+/, '+')))
    expect(typed).toEqual(screen.body.rows.map(cells))
    expect(RowsDone).toBe(screen.body.count)
  })

  test('export content: scope Page exports one page, and scope Selected exports the rows that were ticked on several pages', async () => {
    const Input = { Search: { RegisteredOutletCode: 'KLCC' }, SortOption: 'FullName', SortDirection: 'ASC' }
    const page = await exported({ Input, Scope: 'Page', Page: 2, Rows: 20 })
    const { body } = await app.call(listCustomers, { ...Input, Page: 2, Rows: 20 } as never)
    expect((await readCsv(app, page.ExportId)).slice(1).map(([id]) => id)).toEqual(
      body.rows.map((row) => `${row.CustomerId}`),
    )

    const Keys = [body.rows[3]!, body.rows[11]!].map(({ CustomerId }) => `${CustomerId}`)
    const selected = await exported({ Input, Scope: 'Selected', KeyField: 'CustomerId', Keys })
    expect((await readCsv(app, selected.ExportId)).slice(1).map(([id]) => id)).toEqual(Keys)
    expect(selected).toMatchObject({ RowsExpected: 2, RowsDone: 2 })
  })

  test('export content: column titles and values have the same texts as on the screen', async () => {
    const Words = Object.fromEntries(CustomerStatus.options.map((status) => [status, `状态 ${status}`]))
    const Columns = [
      { Field: 'FullName', Label: '姓名' },
      { Field: 'Status', Label: '状态', Kind: 'status' as const, Words },
    ]
    const Input = { Search: { Q: '陈美玲' } }
    const { ExportId } = await exported({ Columns, Input, Title: '顾客', Language: 'zh', Format: 'XLSX' })
    const { rows } = (await readWorkbook(app, ExportId)).sheetOf('顾客')
    expect(rows[0]).toEqual(['姓名', '状态'])
    expect(rows[1]).toEqual(['陈美玲', '状态 Active'])
  })

  test('export: the caller needs the privilege Export Data and the role of the list', async () => {
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
    'export: the path %s, which is not a list, is refused',
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
  ])('export: the column and key %s, which rows of the list do not have, are refused', async (Field) => {
    const refused = { status: 400, refusal: { code: expect.stringMatching(/^(exports.no_such_column|kit.invalid)$/) } }
    expect(await app.call(addExport, exportInput(listCustomers.path, [...fields, Field]))).toMatchObject(refused)
    const keyed = { Scope: 'Selected' as const, KeyField: Field, Keys: ['1'] }
    expect(await app.call(addExport, exportInput(listCustomers.path, fields, keyed))).toMatchObject(refused)
  })

  test('export: input that the list itself would refuse is refused', async () => {
    const requested = exportInput(listCustomers.path, fields, { Input: { Search: { Password: 'x' } } })
    expect(await app.call(addExport, requested)).toMatchObject({ status: 400, refusal: { code: 'kit.invalid' } })
  })
})

describe('amounts in an export', () => {
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

  test('export: a workbook has numbers and dates as typed cells, in the business time zone', async () => {
    const { ExportId } = await exported({ Path: listTransactions.path, Columns, Format: 'XLSX', Title: 'Sales' })
    const sheet = (await readWorkbook(app, ExportId)).sheetOf('Sales')
    expect(sheet.rows[1]).toEqual([
      'EXP-1',
      1234.5,
      0,
      new Date('2026-06-02T00:00:00Z'),
      new Date('2026-06-02T07:30:00Z'),
    ])
    expect([1, 2, 3].map((column) => sheet.cells!.get(`1,${column}`)!.style!.numFmt)).toEqual([
      '#,##0.00',
      '#,##0',
      'dd/mm/yyyy',
    ])
    expect(sheet.freezePane).toEqual({ rows: 1 })
    expect(sheet.autoFilter).toBeTruthy()
  })

  test('export: a CSV file has amounts with two decimals and dates as on the screen', async () => {
    const { ExportId } = await exported({ Path: listTransactions.path, Columns })
    expect((await readCsv(app, ExportId))[1]).toEqual(['EXP-1', '1234.50', '0', '02/06/2026', '02/06/2026 07:30:00 AM'])
  })

  test('export: the amounts of single sales are exported for every user who may open the sales', async () => {
    const { ExportId } = await exported({ Path: listTransactions.path, Columns, Format: 'XLSX', Title: 'Sales' }, klcc)
    const { rows } = (await readWorkbook(app, ExportId, klcc)).sheetOf('Sales')
    expect(rows[0]).toEqual(sales)
    expect(rows[1]![1]).toBe(1234.5)
  })

  test('export: totals per customer require View Sales Information, even if the caller exports them as text', async () => {
    const listing = staffWith({ roles: ['Referrer Listing'], privileges: ['Export Data'], outlet: 'KLCC' })
    const asText = ['MembershipNo', 'FriendsSales'].map((Field) => ({ Field, Label: Field, Kind: 'text' as const }))
    const { ExportId } = await exported(
      { Path: listReferrers.path, Columns: asText, Format: 'XLSX', Title: 'Referrers' },
      listing,
    )
    const workbook = await readWorkbook(app, ExportId, listing)
    expect(workbook.sheetOf('Referrers').rows[0]).toEqual(['MembershipNo'])
    expect(workbook.textOf('About')).toContain('View Sales Information')
    expect(await app.call(addExport, exportInput(listReferrers.path, ['FriendsSales']), listing)).toMatchObject({
      status: 409,
      refusal: { code: 'exports.only_amounts' },
    })
  })
})

describe('formulas in an export', () => {
  // The texts are inserted directly into the database, as an import or another program might store such texts.
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

  test.each(['CSV', 'XLSX'] as const)('export: no cell of a %s file starts with a formula', async (Format) => {
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
    const workbook = Format === 'XLSX' ? await readWorkbook(app, ExportId) : undefined
    const cells = workbook
      ? workbook.sheets.flatMap(({ rows }) => rows.flat()).filter((cell) => cell !== null)
      : (await readCsv(app, ExportId)).flat()
    expect(cells.length).toBeGreaterThan(seeds.length * 2)
    const formulas = workbook?.sheets.flatMap(({ cells }) => [...cells!.values()].filter(({ formula }) => formula))
    expect(formulas ?? []).toEqual([])
    expect(cells.filter((cell) => typeof cell === 'object' && !(cell instanceof Date))).toEqual([])
    expect(cells.filter((cell) => typeof cell === 'string' && trigger.test(cell))).toEqual([])
  })
})

describe('audit log of exports', () => {
  test('export: the audit log records user, list, filter, columns, number of rows and reason', async () => {
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

  test('export: more than 5,000 rows require a reason', async () => {
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
    await runQueuedExports(jobContext(app))
    expect(await readCsv(app, body.ExportId)).toHaveLength(5002)
  })
})
