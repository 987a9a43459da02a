import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { approveRequest } from '#areas/approvals/contract.ts'
import { requestErasure } from '#areas/privacy/contract.ts'
import { runErasures } from '#areas/privacy/server/erasure-job.ts'
import { settingsCatalogue } from '#areas/setup/contract/catalogue.ts'
import { recordBusinessZone } from '#kit/server/business-zone.ts'
import { customer } from '#tests/factories/customers.ts'
import { REPORT_TIME, reportCompany } from '#tests/factories/reports.ts'
import { jobContext, staffWith, useApp } from '#tests/harness.ts'
import { compareReportsWithViews } from '#tests/reporting-figures.ts'
import { hasAmounts, type ReportingView, readReportingViews } from './read-views.ts'

const app = useApp({ at: REPORT_TIME })
let company: Awaited<ReturnType<typeof reportCompany>>
let views: ReportingView[]
beforeAll(async () => {
  company = await reportCompany(app)
  views = await readReportingViews(app.database.pool)
})

const released = new URL('../../../tests/reporting-views-released.json', import.meta.url)

test('reporting views: a released column is never removed, renamed, moved or retyped', () => {
  const shape = Object.fromEntries(
    views.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]),
  )
  // Releases new views and columns: REPORTING_RELEASE=write npx vitest run areas/reporting-views
  if (process.env.REPORTING_RELEASE === 'write') writeFileSync(released, `${JSON.stringify(shape, null, 2)}\n`)
  expect(existsSync(released)).toBe(true)
  const before = JSON.parse(readFileSync(released, 'utf8')) as typeof shape
  for (const [name, columns] of Object.entries(before))
    expect({ name, columns: shape[name]?.slice(0, columns.length) }).toEqual({ name, columns })
})

test('reporting views: every view and every column has a comment of one or two sentences', () => {
  const texts = views.flatMap(({ name, comment, columns }) => [
    [name, comment],
    ...columns.map((column) => [`${name}.${column.name}`, column.comment]),
  ])
  expect(texts.length).toBeGreaterThan(250)
  expect(texts.filter(([, text]) => !/^[A-Z].{5,199}\.$/.test(text ?? ''))).toEqual([])
})

test('reporting views: a view without amounts has no amount, and every amount is an exact decimal', () => {
  const decimal = /^numeric\(\d+,\d+\)$/
  const columns = views.flatMap(({ name, columns }) => columns.map((column) => ({ view: name, ...column })))
  // Numbers of pieces and factors are no amounts.
  const factors = ['quantity', 'returned_quantity', 'multiplier']
  expect(
    columns.filter(
      ({ view, name, type }) => !hasAmounts(view) && /numeric|double|real|money/.test(type) && !factors.includes(name),
    ),
  ).toEqual([])
  expect(
    columns.filter(({ view, name }) => !hasAmounts(view) && /amount|price|value|cost|tax|weight/.test(name)),
  ).toEqual([])
  expect(columns.filter(({ name, type }) => name.endsWith('_amount') && !decimal.test(type))).toEqual([])
  expect(columns.filter(({ name, type }) => name.endsWith('points') && !['bigint', 'boolean'].includes(type))).toEqual(
    [],
  )
})

test('reporting views: every view is a security barrier and belongs to the owner of the tables', async () => {
  const foreign = await app.sql(
    `select relname from pg_class where relnamespace = 'reporting_v1'::regnamespace and not (relkind = 'v' and 'security_barrier=true' = any(reloptions)
       and relowner = (select relowner from pg_class where oid = 'schema_migration'::regclass))`,
  )
  expect(foreign).toEqual([])
  expect(views.length).toBeGreaterThan(30)
})

test('reporting views: an amount view has the rows of its view', async () => {
  for (const { name } of views.filter((view) => hasAmounts(view.name) && view.name !== 'company_amounts')) {
    const [counts] = await app.sql(
      `select (select count(*) from reporting_v1.${name}) = (select count(*) from reporting_v1.${name.replace('_amounts', '')}) as equal`,
    )
    expect({ name, ...counts }).toEqual({ name, equal: true })
  }
})

test('reporting views: the figures of reports equal the sums of the views', async () => {
  const comparisons = await compareReportsWithViews(app, {
    from: '2026-01-01',
    until: '2026-03-31',
    today: '2026-03-20',
  })
  expect(comparisons.length).toBeGreaterThan(15)
  for (const { report, figures, views: sums } of comparisons)
    expect({ report, figures: sums }).toEqual({ report, figures })
})

test('reporting views: currency and cost of a point have the defaults of the settings', async () => {
  const read = () =>
    app.sql(
      'select currency, business_zone, cost_per_point::text from reporting_v1.company, reporting_v1.company_amounts',
    )
  const defaults = {
    currency: settingsCatalogue.currency.default,
    business_zone: 'Asia/Kuala_Lumpur',
    cost_per_point: settingsCatalogue['points.costPerPoint'].default,
  }
  expect(await read()).toEqual([defaults])
  await app.sql(`insert into setting (name, value) values ('currency', '"SGD"'), ('points.costPerPoint', '"0.1"')`)
  expect(await read()).toEqual([{ ...defaults, currency: 'SGD', cost_per_point: '0.1000' }])
  await app.sql(`delete from setting where name in ('currency', 'points.costPerPoint')`)
})

test('reporting views: business dates are in the business zone that the server has stored, whatever the zone of the session', async () => {
  const { CustomerId } = await customer(app.db)
  await app.sql(`update customer set created_at = '2026-03-01T18:00:00Z' where customer_id = $1`, CustomerId)
  const registeredOn = async () => {
    const client = await app.database.pool.connect()
    try {
      await client.query(`begin; set local timezone = 'America/New_York'`)
      const { rows } = await client.query('select registered_on from reporting_v1.customer where customer_id = $1', [
        CustomerId,
      ])
      return rows[0].registered_on
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await registeredOn()).toBe('2026-03-02')
  await recordBusinessZone(app.database.pool, 'Europe/Paris')
  expect(await registeredOn()).toBe('2026-03-01')
  await recordBusinessZone(app.database.pool, 'Asia/Kuala_Lumpur')
  expect(await registeredOn()).toBe('2026-03-02')
})

test('reporting views: contain no name, contact or document of a customer', async () => {
  const identity = {
    FullName: 'ZALEHA BINTI OSMAN',
    Email: 'zaleha.osman@mail.example',
    ContactNo: '+60123987654',
    IdNo: '850412105511',
    IdType: 'NRIC',
  }
  const { CustomerId } = await customer(app.db, { ...identity, DateOfBirth: '1985-04-12' } as never)
  await app.sql(
    `insert into customer_address (customer_id, address_type, line1, postcode, city, country, is_primary_yn)
     values ($1, 'Home', '17 Jalan Delima', '50450', 'Kuala Lumpur', 'Malaysia', 'Y')`,
    CustomerId,
  )
  const texts = (
    await Promise.all(
      views.map(({ name }) => app.sql<{ text: string }>(`select r::text as text from reporting_v1.${name} r`)),
    )
  ).flat()
  for (const secret of [
    ...Object.values(identity).filter((value) => value !== 'NRIC'),
    '1985-04-12',
    'Jalan Delima',
    '50450',
    company.Mei.FullName,
  ])
    expect(texts.filter(({ text }) => text.toUpperCase().includes(secret.toUpperCase()))).toEqual([])
  expect(
    await app.sql('select birth_year, city, country from reporting_v1.customer where customer_id = $1', CustomerId),
  ).toEqual([{ birth_year: 1985, city: 'Kuala Lumpur', country: 'Malaysia' }])
})

test('reporting views: of an erased customer only numbers are left, and the sums stay', async () => {
  const { CustomerId, MembershipNo } = company.Ali
  const sums = () =>
    app.sql(
      `select (select sum(points) from reporting_v1.ledger_entry) as points, (select sum(net_amount)::text from reporting_v1.sale_amounts) as net,
         (select count(*) from reporting_v1.customer_reward) as rewards`,
    )
  const before = await sums()
  const { body } = await app.call(requestErasure, { CustomerId, Reason: 'Asked in writing', Confirm: MembershipNo })
  const approver = staffWith({ roles: ['Customer'], privileges: ['Approve Requests'], outlet: 'HQ' })
  expect((await app.call(approveRequest, { ApprovalId: body.ApprovalId }, approver)).status).toBe(200)
  await runErasures(jobContext(app))
  const filled = async (view: string) => {
    const [row] = await app.sql(
      `select jsonb_strip_nulls(to_jsonb(r)) as row from reporting_v1.${view} r where customer_id = $1`,
      CustomerId,
    )
    return row
  }
  expect(await filled('customer')).toEqual({ row: { customer_id: CustomerId, is_erased: true } })
  expect(await filled('membership')).toEqual({ row: { customer_id: CustomerId, membership_no: MembershipNo } })
  for (const view of ['level_change', 'consent', 'task', 'message', 'campaign_target', 'feedback_response'])
    expect({ view, row: await filled(view) }).toEqual({ view, row: undefined })
  expect(await sums()).toEqual(before)
})
