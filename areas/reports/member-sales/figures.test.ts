import { beforeAll, describe, expect, test } from 'vitest'
import {
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
import { memberSalesReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('member sales report', () => {
  test('member sales report: shows buyers, new buyers and the share of members by outlet', async () => {
    const { rows, Totals } = await run(app, memberSalesReport, { ...march, MemberSalesBy: 'Outlet' })
    expect(
      columns(
        rows,
        'Value',
        'ActiveMembers',
        'BuyingMembers',
        'NewBuyers',
        'Invoices',
        'Net',
        'NetBefore',
        'Average',
        'SalesPerMember',
        'Frequency',
        'PointsEarned',
        'PointsRedeemed',
        'MemberShare',
      ),
    ).toEqual([
      // Mei also bought in February; the walk-in sale of 999.00 counts in the total.
      ['KLCC', 2, 1, 0, 2, '650.50', '100.00', '325.25', '650.50', '2.00', 65, 10, '39.4'],
      ['PAV', 1, 1, 1, 1, '300.00', '0.00', '300.00', '300.00', '1.00', 50, 0, '100.0'],
    ])
    expect(Totals).toEqual({
      ActiveMembers: 3,
      BuyingMembers: 2,
      NewBuyers: 1,
      Invoices: 3,
      Net: '950.50',
      NetBefore: '100.00',
      Average: '316.83',
      SalesPerMember: '475.25',
      PointsEarned: 115,
      PointsReversed: 20,
      PointsRedeemed: 10,
    })
  })

  test('member sales report: shows active members and redeemed points by month, category and salesperson', async () => {
    const listFigures = async (input: object) =>
      columns(
        (await run(app, memberSalesReport, { ...march, ...input })).rows,
        'Value',
        'ActiveMembers',
        'PointsRedeemed',
      )
    // Mei joined in February, the others in March. Of Mei's two gifts of 10 points one was cancelled.
    expect(await listFigures({ DateFrom: '2026-02-01' })).toEqual([
      ['2026-02', 1, 0],
      ['2026-03', 3, 10],
    ])
    expect(await listFigures({ MemberSalesBy: 'Category', MemberType: 'Premium Member' })).toEqual([
      ['GOLD', 1, 0],
      ['SILVER', 1, 10],
    ])
    await app.sql(`update staff set sales_person_code = 'S02' where staff_id = (select min(staff_id) from staff)`)
    await app.sql(
      `update customer set preferred_staff_id = (select min(staff_id) from staff) where full_name = 'ALI BIN ABU'`,
    )
    expect(await listFigures({ MemberSalesBy: 'Staff', CardCategoryCode: 'GOLD' })).toEqual([['S02', 1, 0]])
  })

  test('member sales report: sales by month, category and salesperson can be filtered by outlet and category', async () => {
    const listSales = async (input: object, as?: typeof pavilionStaff) =>
      columns((await run(app, memberSalesReport, { ...march, ...input }, as)).rows, 'Value', 'BuyingMembers', 'Net')
    expect(await listSales({})).toEqual([['2026-03', 2, '950.50']])
    expect(await listSales({ DateFrom: '2026-02-01' })).toEqual([
      ['2026-02', 1, '100.00'],
      ['2026-03', 2, '950.50'],
    ])
    expect(await listSales({ MemberSalesBy: 'Category', MemberType: 'Premium Member' })).toEqual([
      ['GOLD', 1, '300.00'],
      ['SILVER', 1, '650.50'],
    ])
    expect(await listSales({ MemberSalesBy: 'Staff', CardCategoryCode: 'GOLD' })).toEqual([['S02', 1, '300.00']])
    expect(await listSales({}, pavilionStaff)).toEqual([['2026-03', 1, '300.00']])
    expect(await listSales({}, withoutAmounts)).toEqual([['2026-03', 1, null]])
  })

  test('member sales report: a return counts on its own day, and with OriginalDateYN on the day of its sale', async () => {
    // Invoice A of 100.00 on 28 February earned 10 points; it was returned on 18 March.
    await company.back('A', '2026-03-18T12:00:00')
    const listSales = async (input: object) =>
      columns(
        (await run(app, memberSalesReport, { ...march, ...input })).rows,
        'Value',
        'BuyingMembers',
        'Invoices',
        'Net',
        'NetBefore',
        'PointsEarned',
      )
    const bothMonths = { DateFrom: '2026-02-01' }
    expect(await listSales(bothMonths)).toEqual([
      ['2026-02', 0, 0, '100.00', null, 10],
      ['2026-03', 2, 3, '850.50', null, 115],
    ])
    expect(await listSales({ ...bothMonths, OriginalDateYN: 'Y' })).toEqual([
      ['2026-02', 0, 0, '0.00', null, 10],
      ['2026-03', 2, 3, '950.50', null, 115],
    ])
    // In the preceding period, OriginalDateYN also moves the return to the day of its sale.
    const klcc = { MemberSalesBy: 'Outlet', OutletCode: 'KLCC' }
    expect(await listSales(klcc)).toEqual([['KLCC', 1, 2, '550.50', '100.00', 65]])
    expect(await listSales({ ...klcc, OriginalDateYN: 'Y' })).toEqual([['KLCC', 1, 2, '650.50', '0.00', 65]])
    // The report for February lists no later month, although the return happened in March.
    const february = { ...bothMonths, DateTo: '2026-02-28', OriginalDateYN: 'Y' }
    expect(await listSales(february)).toEqual([['2026-02', 0, 0, '0.00', null, 10]])
  })
})

test('member sales report: a period of 62 months shows the buyers of each month', async () => {
  await app.sql(`insert into setting (name, value) values ('reports.yearsMost', '6')`)
  // Moves Ali's sale to the fifth month.
  await app.sql(
    `update transaction_summary set performed_at = '2021-06-10T04:00:00Z', business_date = '2021-06-10' where invoice_no = 'C'`,
  )
  const { rows } = await run(app, memberSalesReport, { ...march, DateFrom: '2021-02-01' })
  expect(columns(rows, 'Value', 'BuyingMembers')).toEqual([
    ['2021-06', 1],
    // All purchases of this month were returned.
    ['2026-02', 0],
    ['2026-03', 1],
  ])
})
