import { beforeAll, describe, expect, test } from 'vitest'
import { ALL, AT, columns, MARCH, ofPavilion, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { productSales } from './contract.ts'

const app = useApp({ at: AT })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('the product sales analysis', () => {
  test('adds up pieces and amounts of goods, less what came back, with the share of members', async () => {
    const { rows, Totals } = await run(app, productSales, { ...march, ProductLevel: 'Product Group' })
    expect(
      columns(rows, 'Value', 'Quantity', 'Gross', 'Returns', 'Net', 'Customers', 'MemberShare', 'ReturnRate'),
    ).toEqual([['GOLD', '4', '2229.50', '280.00', '1949.50', 3, '48.8', '12.6']])
    expect(Totals).toMatchObject({ Quantity: '4', Net: '1949.50', MemberShare: '48.8', ReturnRate: '12.6' })
  })

  test('tells months apart by the business day, and keeps to an outlet, a kind of member and goods', async () => {
    const { rows } = await run(app, productSales, {
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
    const own = await run(app, productSales, march, ofPavilion)
    expect(columns(own.rows, 'Value', 'Quantity', 'Net')).toEqual([['Aurelia', '1', '300.00']])
    expect((await run(app, productSales, { ...march, ProductType: 'Chain' })).rows).toEqual([])
  })

  test('keeps amounts from those who may not see them', async () => {
    const { rows } = await run(app, productSales, march, withoutAmounts)
    expect(columns(rows, 'Quantity', 'Net', 'Customers')).toEqual([['3', null, 2]])
  })
})
