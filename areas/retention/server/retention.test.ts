import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { previewSegment } from '#areas/segments/contract.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { getForecast, getRetentionFit, listForecasts, RETURNING_CUSTOMERS_MIN } from '../contract.ts'
import { refitRetentionModels } from './refit.ts'

// On 1 November 2026, forecasts are based on the purchases up to 31 October.
const app = useApp({ at: '2026-11-01T04:00:00Z' })

let invoice = 0
/** Adds sales on these days; an amount pair is the amount of the sale and of its return. */
async function addSales(CustomerId: number, days: Record<string, string | [string, string]>) {
  for (const [day, amounts] of Object.entries(days)) {
    const [net, returned] = typeof amounts === 'string' ? [amounts, undefined] : amounts
    invoice += 1
    const [{ id }] = (await app.sql<{ id: number }>(
      `insert into transaction_summary (transaction_type, invoice_no, customer_id, outlet_code, total_amount, net_amount, performed_at, business_date, source)
       values ('N', $1, $2, 'KLCC', $3, $3, $4::date + time '04:00' at time zone 'UTC', $4, 'Import') returning transaction_id as id`,
      `INV${invoice}`,
      CustomerId,
      net,
      day,
    )) as [{ id: number }]
    if (returned)
      await app.sql(
        `with returned as (
           insert into transaction_summary (transaction_type, invoice_no, original_invoice_no, original_transaction_id, customer_id, outlet_code,
             total_amount, net_amount, performed_at, business_date, source)
           values ('C', $1, $2, $3, $4, 'KLCC', $5, $5, '2026-10-20T04:00:00Z', '2026-10-20', 'Import') returning transaction_id
         )
         insert into transaction_detail (transaction_id, sequence_no, original_transaction_id, old_sequence_no, brand, quantity, unit_price, net_amount)
         select transaction_id, 1, $3, 1, 'Aurelia', 1, $5, $5 from returned`,
        `RET${invoice}`,
        `INV${invoice}`,
        id,
        CustomerId,
        returned,
      )
  }
}

const forecastOf = async (CustomerId: number, caller = hq) =>
  (await app.call(getForecast, { CustomerId }, caller)).body.Forecast
const runRefit = () => refitRetentionModels(jobContext(app))

/** Creates 600 customers with different purchase intervals, some of them long inactive, which is enough for a fit. */
async function createCustomers() {
  await app.sql(`
    with created as (
      insert into customer (full_name, id_type, id_no, contact_no, registered_outlet_code, registration_source, member_type, status)
      select 'CUSTOMER ' || n, 'Passport', 'MANY' || n, '+60123' || (400000 + n), 'PAV', 'CRM', 'Non-Premium Member', 'Active'
      from generate_series(1, 600) n returning customer_id
    ),
    rhythm as (
      select customer_id, (20 + (customer_id * 37) % 300)::int as every, ((customer_id * 53) % 5)::int as times, ((customer_id * 71) % 900)::int as ago from created
    )
    insert into transaction_summary (transaction_type, invoice_no, customer_id, outlet_code, total_amount, net_amount, performed_at, business_date, source)
    select 'N', 'MANY' || customer_id || '-' || turn, customer_id, 'PAV', amount, amount, day::timestamptz, day, 'Import'
    from rhythm, generate_series(0, times) turn,
      lateral (select 500 + (customer_id * 13 + turn * 7) % 4000 as amount, date '2026-10-30' - ago - every * turn as day) purchase`)
}

describe('retention forecasts with too few returning customers', () => {
  test('forecast: with too few returning customers, purchase days are counted but no probability is estimated', async () => {
    const customer = await member(app.db)
    await addSales(customer.CustomerId, { '2026-01-10': '900.00', '2026-04-10': '300.00', '2026-07-09': '300.00' })

    expect(await runRefit()).toEqual({ status: 'Too few', customers: 1, cameBack: 1 })

    expect(await forecastOf(customer.CustomerId)).toEqual({
      CustomerId: customer.CustomerId,
      AsOf: '2026-10-31',
      PurchaseDays: 3,
      FirstPurchaseDate: '2026-01-10',
      LastPurchaseDate: '2026-07-09',
      UsualDays: 90,
      SilentDays: 115,
      Chance: null,
      ProbabilityActive: null,
      ExpectedPurchases: null,
    })
    const { Fit } = (await app.call(getRetentionFit, {}, hq)).body
    expect(Fit).toMatchObject({ Status: 'Too few', Parameters: null, Calibration: null })
  })
})

describe('retention forecasts with a fitted model', () => {
  test('forecast: ignores returned sales and counts a day once, and a customer whose purchases were all returned has none', async () => {
    await createCustomers()
    const buyer = await member(app.db)
    await addSales(buyer.CustomerId, {
      '2026-02-01': '800.00',
      '2026-06-01': ['500.00', '500.00'],
      '2026-09-01': ['600.00', '100.00'],
    })
    await addSales(buyer.CustomerId, { '2026-09-01': '50.00' })
    const returnedAll = await member(app.db)
    await addSales(returnedAll.CustomerId, { '2026-03-01': ['700.00', '700.00'] })

    const { status, cameBack } = await runRefit()

    expect(status).toBe('Fitted')
    expect(cameBack).toBeGreaterThan(RETURNING_CUSTOMERS_MIN)
    expect(await forecastOf(buyer.CustomerId)).toMatchObject({
      PurchaseDays: 2,
      UsualDays: 212,
      LastPurchaseDate: '2026-09-01',
    })
    expect(await forecastOf(returnedAll.CustomerId)).toBeNull()
    const history = await app.sql<{ repeat_value: string }>(
      `select repeat_value from purchase_histories('2026-10-31', '2026-10-31') where customer_id = $1`,
      buyer.CustomerId,
    )
    expect(history).toEqual([{ repeat_value: '550.00' }])
  })

  test('forecast: a customer inactive for long is At risk or Lost, a recent buyer is Likely, and a one-time buyer is Once', async () => {
    const [steady, inactive, once] = [await member(app.db), await member(app.db), await member(app.db)]
    const monthly = (year: number) =>
      Object.fromEntries(
        ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((month) => [`${year}-${month}-15`, '900.00']),
      )
    await addSales(steady.CustomerId, { ...monthly(2025), ...monthly(2026) })
    await addSales(inactive.CustomerId, { ...monthly(2023), ...monthly(2024) })
    await addSales(once.CustomerId, { '2026-10-01': '900.00' })
    await runRefit()
    const [likely, lost, single] = [
      (await forecastOf(steady.CustomerId))!,
      (await forecastOf(inactive.CustomerId))!,
      (await forecastOf(once.CustomerId))!,
    ]
    expect(likely.Chance).toBe('Likely')
    expect(likely.ProbabilityActive).toBeGreaterThan(lost.ProbabilityActive!)
    expect(['At risk', 'Lost']).toContain(lost.Chance)
    expect(Number(likely.ExpectedPurchases)).toBeGreaterThan(Number(lost.ExpectedPurchases))
    expect(single).toMatchObject({ Chance: 'Once', ProbabilityActive: 100, UsualDays: null })
  })

  test('forecast list: is sorted by expected value, hides amounts without the privilege, and is limited to the user’s outlet', async () => {
    const expectedValues = (
      await app.call(listForecasts, { Rows: 1000, SortOption: 'ExpectedValue' }, hq)
    ).body.rows.map(({ ExpectedValue }) => Number(ExpectedValue))
    expect(expectedValues).toEqual([...expectedValues].sort((a, b) => b - a))
    const withoutPrivilege = staffWith({ roles: ['Customer'], outlet: 'HQ' })
    expect((await app.call(listForecasts, {}, withoutPrivilege)).body.rows[0]).toMatchObject({ ExpectedValue: null })
    const ownCustomers = (await app.call(listForecasts, { Rows: 1000 }, outletStaff)).body.rows
    expect(new Set(ownCustomers.map(({ RegisteredOutletCode }) => RegisteredOutletCode))).toEqual(new Set(['KLCC']))
    expect(await app.call(listForecasts, { Search: { OutletCode: 'PAV' } }, outletStaff)).toMatchObject({ status: 403 })
  })

  test('forecast calibration: predictions of a year ago are compared with the purchases since then', async () => {
    const { Fit } = (await app.call(getRetentionFit, {}, hq)).body
    expect(Fit).toMatchObject({ AsOf: '2026-10-31', Status: 'Fitted', Calibration: { Until: '2025-10-31' } })
    const { Rows, CameInAll } = Fit!.Calibration!
    const [{ count }] = (await app.sql<{ count: number }>(
      `select sum(later_days)::int as count from purchase_histories('2025-10-31', '2026-10-31')`,
    )) as [{ count: number }]
    expect(CameInAll).toBe(count)
    expect(Rows.map(({ Repeats }) => Repeats)).toContain(0)
    expect(Object.keys(Fit!.Parameters!).sort()).toEqual(['a', 'alpha', 'b', 'gamma', 'p', 'q', 'r'])
  })

  test('forecast update: is skipped for a week while purchases are unchanged, and runs again after a return', async () => {
    const allForecasts = () => app.sql('select * from customer_forecast order by customer_id')
    const countFits = async () =>
      (
        await app.sql<{ count: number }>('select count(*)::int from retention_fit where purchases_digest is not null')
      )[0]!.count
    const [before, fitsBefore] = [await allForecasts(), await countFits()]
    const day = 24 * 60 * 60
    app.clock.advance(day)
    expect(await runRefit()).toMatchObject({ status: 'Unchanged', customers: before.length })
    expect([await allForecasts(), await countFits()]).toEqual([before, fitsBefore])
    const { Fit } = (await app.call(getRetentionFit, {}, hq)).body
    expect(Fit!.CheckedAt).toBe(app.clock.now().toISOString())
    expect(Fit!.FittedAt < Fit!.CheckedAt).toBe(true)

    const returned = await member(app.db)
    await addSales(returned.CustomerId, { '2026-03-01': ['700.00', '20.00'] })
    expect(await runRefit()).toMatchObject({ status: 'Fitted', customers: before.length + 1 })
    app.clock.advance(6 * day)
    expect(await runRefit()).toMatchObject({ status: 'Unchanged' })
    app.clock.advance(day)
    expect(await runRefit()).toMatchObject({ status: 'Fitted' })
    expect(await countFits()).toBe(fitsBefore + 2)
    app.clock.advance(-8 * day)
  })

  test('forecast update: does not wait for a sale that has locked its customer and balance', async () => {
    const buyer = await member(app.db)
    await addSales(buyer.CustomerId, { '2026-05-05': '100.00' })
    const fit = await app.db.transaction().execute(async (openSale) => {
      await sql`select from customer where customer_id = ${buyer.CustomerId} for no key update`.execute(openSale)
      await sql`select from point_balance where membership_no = ${buyer.MembershipNo} for update`.execute(openSale)
      return runRefit()
    })
    expect(fit.status).toBe('Fitted')
    expect(await forecastOf(buyer.CustomerId)).toMatchObject({ PurchaseDays: 1 })
  })

  test('segment condition on the forecast: customers can be filtered by their probability of being active', async () => {
    const preview = await app.call(
      previewSegment,
      {
        Conditions: {
          Match: 'All',
          Conditions: [{ Field: 'retention.ProbabilityActive', Test: 'At least', Values: ['0'] }],
        },
      } as never,
      hq,
    )
    expect(preview.status).toBe(200)
  })
})
