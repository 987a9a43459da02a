import { describe, expect, test } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { toSale } from '#tests/factories/memberships.ts'
import { hq, outletStaff, staffWith, type TestApp, useApp } from '#tests/harness.ts'
import { getSalesTrend } from '../contract/trend.ts'
import { previousPeriod } from './get-sales-trend.ts'

const app = useApp({ at: '2026-03-20T02:00:00Z', prepare })
const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

async function prepare({ db, sql }: TestApp) {
  const member = await registered(db, {}, { JoinDate: '2026-03-02' })
  await registered(db, {}, { JoinDate: '2026-02-20' })
  await registered(db, {}, { JoinDate: '2026-02-21' })
  await registered(db, { RegisteredOutletCode: 'PAV' }, { JoinDate: '2026-03-02' })
  const addSale = (amount: string, day: string) => toSale(db, member, amount, { PerformedAt: `${day}T04:00:00Z` })
  await addSale('100.10', '2026-03-02')
  await addSale('200.00', '2026-03-20')
  await addSale('50.00', '2026-02-02')
  await addSale('999.00', '2026-02-21')
  const { InvoiceNo } = await addSale('30.00', '2026-03-02')
  await sql(`update transaction_summary set outlet_code = 'PAV' where invoice_no = $1`, InvoiceNo)
}

describe('trend', () => {
  test('dashboard trend: only days that have begun are compared with the previous period', async () => {
    const { body } = await app.call(getSalesTrend, march, hq)

    expect(body).toMatchObject({
      Until: '2026-03-20',
      BeforeFrom: '2026-02-01',
      BeforeUntil: '2026-02-20',
      Sales: '330.10',
      SalesBefore: '50.00',
      Registered: 2,
      RegisteredBefore: 1,
    })
    expect(body.Days).toHaveLength(31)
    expect(body.Days[1]).toEqual({
      Date: '2026-03-02',
      Sales: '130.10',
      Registered: 2,
      Before: '2026-02-02',
      SalesBefore: '50.00',
      RegisteredBefore: 0,
    })
    expect(body.Days[30]).toMatchObject({ Before: null, SalesBefore: '0.00' })
  })

  test('dashboard trend: each month has the figures of its days so far and of the days compared with them', async () => {
    const { body } = await app.call(getSalesTrend, { DateFrom: '2026-02-15', DateTo: '2026-04-30' }, hq)
    const toRow = (month: (typeof body.Months)[0]) => [
      month.Date,
      month.Sales,
      month.Registered,
      month.Before,
      month.BeforeUntil,
      month.SalesBefore,
      month.RegisteredBefore,
    ]
    expect(body.Months.map(toRow)).toEqual([
      ['2026-02-15', '999.00', 2, '2025-12-02', '2025-12-15', '0.00', 0],
      // 20 days of March have begun.
      ['2026-03-01', '330.10', 2, '2025-12-16', '2026-01-04', '0.00', 0],
      // April begins after the current date of the test.
      ['2026-04-01', '0.00', 0, '2026-01-16', '2026-02-14', '50.00', 0],
    ])
    expect(body).toMatchObject({ Sales: '1329.10', SalesBefore: '0.00', Registered: 4, BeforeUntil: '2026-01-04' })
    expect(body.Days.reduce((sum, { Registered }) => sum + Registered, 0)).toBe(4)
    const { body: withoutAmounts } = await app.call(
      getSalesTrend,
      { DateFrom: '2026-02-15', DateTo: '2026-04-30' },
      staffWith(),
    )
    expect(withoutAmounts.Months.map(({ Sales, SalesBefore }) => [Sales, SalesBefore])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  test('dashboard trend: outlet staff get their own outlet, and amounts require the privilege', async () => {
    const allowed = staffWith({ roles: ['Customer'], privileges: ['View Sales Information'] })
    expect((await app.call(getSalesTrend, march, allowed)).body).toMatchObject({ Sales: '300.10', Registered: 1 })
    const { body } = await app.call(getSalesTrend, march, staffWith())
    expect([body.Sales, body.SalesBefore, body.Days[1]!.Sales, body.Registered]).toEqual([null, null, null, 1])
  })

  test.each([
    [{ ...march, OutletCode: 'PAV' }, outletStaff, 'dashboard.other_outlet'],
    [{ DateFrom: '2026-03-02', DateTo: '2026-03-01' }, hq, 'dashboard.dates_reversed'],
    [{ DateFrom: '2020-01-01', DateTo: '2026-03-01' }, hq, 'dashboard.too_long'],
  ])('dashboard trend: a request with %o is rejected', async (span, as, code) => {
    expect((await app.call(getSalesTrend, span, as)).refusal.code).toBe(code)
  })
})

test.each([
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['2026-03-09', '2026-03-15', '2026-03-02', '2026-03-08'],
  ['2026-03-15', '2026-03-15', '2026-03-14', '2026-03-14'],
])('dashboard trend: %s to %s is compared with %s to %s', (from, to, beforeFrom, beforeTo) => {
  expect(previousPeriod(from, to)).toEqual({ from: beforeFrom, to: beforeTo })
})
