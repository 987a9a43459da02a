import { beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  type Company,
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
  withoutAmounts,
} from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { productSalesReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('product sales report', () => {
  test('product sales report: shows pieces and amounts of goods, less returns, with the share sold to members', async () => {
    const { rows, Totals } = await run(app, productSalesReport, { ...march, ProductLevel: 'Product Group' })
    expect(
      columns(
        rows,
        'Value',
        'Quantity',
        'Gross',
        'Returns',
        'Net',
        'Customers',
        'MemberShare',
        'ReturnRate',
        'PointsGiven',
      ),
    ).toEqual([['GOLD', '4', '2229.50', '280.00', '1949.50', 2, '48.8', '12.6', 95]])
    expect(Totals).toMatchObject({
      Quantity: '4',
      Net: '1949.50',
      MemberShare: '48.8',
      ReturnRate: '12.6',
      PointsGiven: 95,
    })
  })

  test('product sales report: months consist of business days, and outlet, member type and goods can be filtered', async () => {
    const { rows } = await run(app, productSalesReport, {
      DateFrom: ALL[0],
      DateTo: ALL[1],
      ProductLevel: 'Month',
      MemberType: 'Premium Member',
      SortOption: 'Value',
      SortDirection: 'ASC',
    })
    expect(columns(rows, 'Value', 'Quantity', 'Net')).toEqual([
      ['2026-02', '1', '100.00'],
      ['2026-03', '3', '950.50'],
    ])
    const pavilion = await run(app, productSalesReport, march, pavilionStaff)
    expect(columns(pavilion.rows, 'Value', 'Quantity', 'Net')).toEqual([['Aurelia', '1', '300.00']])
    expect((await run(app, productSalesReport, { ...march, ProductType: 'Chain' })).rows).toEqual([])
  })

  test('product sales report: can be filtered by gender and age, and each group can be split by month', async () => {
    const listSales = async (input: object) =>
      columns(
        (await run(app, productSalesReport, { DateFrom: ALL[0], DateTo: ALL[1], ...input })).rows,
        'Value',
        'SaleMonth',
        'Quantity',
        'Net',
      )
    expect(await listSales({ Gender: 'male' })).toEqual([['Aurelia', null, '1', '300.00']])
    // Ali, born in 1961, is 64; Mei, born in 1990, is 35; Siti's date of birth is unknown.
    expect(await listSales({ AgeGroup: '60+' })).toEqual([['Aurelia', null, '1', '300.00']])
    expect(await listSales({ AgeGroup: '30-39' })).toEqual([['Aurelia', null, '3', '750.50']])
    expect(await listSales({ AgeGroup: '20-29' })).toEqual([])
    const { rows, Totals } = await run(app, productSalesReport, {
      ...{
        DateFrom: ALL[0],
        DateTo: ALL[1],
        ByMonthYN: 'Y',
        MemberType: 'Premium Member',
        SortOption: 'Value',
        SortDirection: 'ASC',
      },
    } as never)
    expect(columns(rows, 'Value', 'SaleMonth', 'Quantity', 'Net', 'PointsGiven')).toEqual([
      ['Aurelia', '2026-02', '1', '100.00', 10],
      ['Aurelia', '2026-03', '3', '950.50', 95],
    ])
    expect(Totals).toMatchObject({ Quantity: '4', Net: '1050.50', PointsGiven: 105 })
  })

  test('product sales report: with OriginalDateYN a cancellation counts on the day of its sale', async () => {
    // Invoice C of 500.00 was posted on 10 March; 200.00 were returned on 12 March.
    const day = async (date: string, input: object = {}) =>
      columns((await run(app, productSalesReport, { DateFrom: date, DateTo: date, ...input })).rows, 'Quantity', 'Net')
    expect(await day('2026-03-10')).toEqual([['2', '500.00']])
    expect(await day('2026-03-12')).toEqual([['-1', '-200.00']])
    expect(await day('2026-03-10', { OriginalDateYN: 'Y' })).toEqual([['1', '300.00']])
    expect(await day('2026-03-12', { OriginalDateYN: 'Y' })).toEqual([])
  })

  test('product sales report: amounts are hidden without the privilege', async () => {
    const { rows } = await run(app, productSalesReport, march, withoutAmounts)
    expect(columns(rows, 'Quantity', 'Net', 'Customers')).toEqual([['3', null, 1]])
  })

  test('product sales report: earned points are shown for up to 100 days, and for longer periods if requested', async () => {
    const pointsGiven = async (input: object) => {
      const { rows, Totals } = await run(app, productSalesReport, { ...march, ...input })
      return [...columns(rows, 'PointsGiven').flat(), Totals.PointsGiven]
    }
    // 2 September to 31 March are 211 days. A earned 10, B 25, E 40 and C 50, of which 20 were reversed.
    const long = { DateFrom: '2025-09-02' }
    expect(await pointsGiven({})).toEqual([95, 95])
    expect(await pointsGiven({ PointsGivenYN: 'N' })).toEqual([null, null])
    expect(await pointsGiven(long)).toEqual([null, null])
    expect(await pointsGiven({ ...long, PointsGivenYN: 'Y' })).toEqual([105, 105])
    // 22 December to 31 March are 100 days.
    expect(await pointsGiven({ DateFrom: '2025-12-22' })).toEqual([105, 105])
    expect(await pointsGiven({ DateFrom: '2025-12-21' })).toEqual([null, null])
  })

  test('product sales report: with OriginalDateYN a return in a later month counts in the month of its sale', async () => {
    // Invoice A of 100.00 on 28 February was returned on 18 March.
    await company.back('A', '2026-03-18T12:00:00')
    const months = async (input: object) =>
      columns(
        (
          await run(app, productSalesReport, {
            DateFrom: '2026-02-01',
            DateTo: '2026-02-28',
            ProductLevel: 'Month',
            SortOption: 'Value',
            SortDirection: 'ASC',
            ...input,
          })
        ).rows,
        'Value',
        'Quantity',
        'Gross',
        'Returns',
        'Net',
      )
    expect(await months({})).toEqual([['2026-02', '1', '100.00', '0.00', '100.00']])
    expect(await months({ OriginalDateYN: 'Y' })).toEqual([['2026-02', '0', '100.00', '100.00', '0.00']])
    // A file cancellation that returns several sales refers to them only in its lines.
    await app.sql(`update transaction_summary set original_transaction_id = null where invoice_no = 'A-C'`)
    expect(await months({ OriginalDateYN: 'Y' })).toEqual([['2026-02', '0', '100.00', '100.00', '0.00']])
    const goods = { ProductLevel: 'Brand', ByMonthYN: 'Y', OriginalDateYN: 'Y', DateTo: MARCH[1] }
    const { rows } = await run(app, productSalesReport, {
      DateFrom: '2026-02-01',
      SortOption: 'Value',
      SortDirection: 'ASC',
      ...goods,
    } as never)
    expect(columns(rows, 'SaleMonth', 'Quantity', 'Net')).toEqual([
      ['2026-02', '0', '0.00'],
      ['2026-03', '4', '1949.50'],
    ])
  })
})
