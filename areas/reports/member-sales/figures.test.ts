import { beforeAll, describe, expect, test } from 'vitest'
import {
  AT,
  type Company,
  columns,
  MARCH,
  ofPavilion,
  reportCompany,
  run,
  withoutAmounts,
} from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { memberSales } from './contract.ts'

const app = useApp({ at: AT })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('the member sales analysis', () => {
  test('tells by outlet who bought, who is new, and the share of members of all sales', async () => {
    const { rows, Totals } = await run(app, memberSales, { ...march, MemberSalesBy: 'Outlet' })
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
      // Mei had bought in February already; the walk-in sale of 999.00 is in the whole.
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

  test('tells active members and redeemed points of each month, category and salesperson', async () => {
    const of = async (input: object) =>
      columns((await run(app, memberSales, { ...march, ...input })).rows, 'Value', 'ActiveMembers', 'PointsRedeemed')
    // Mei joined in February, the others in March; Mei's gift of 10 points was kept, the other one given back.
    expect(await of({ DateFrom: '2026-02-01' })).toEqual([
      ['2026-02', 1, 0],
      ['2026-03', 3, 10],
    ])
    expect(await of({ MemberSalesBy: 'Category', MemberType: 'Premium Member' })).toEqual([
      ['GOLD', 1, 0],
      ['SILVER', 1, 10],
    ])
    await app.sql(`update staff set sales_person_code = 'S02' where staff_id = (select min(staff_id) from staff)`)
    await app.sql(
      `update customer set preferred_staff_id = (select min(staff_id) from staff) where full_name = 'ALI BIN ABU'`,
    )
    expect(await of({ MemberSalesBy: 'Staff', CardCategoryCode: 'GOLD' })).toEqual([['S02', 1, 0]])
  })

  test('tells months, categories and sales people apart, and keeps to outlet and category', async () => {
    const values = async (input: object, as?: typeof ofPavilion) =>
      columns((await run(app, memberSales, { ...march, ...input }, as)).rows, 'Value', 'BuyingMembers', 'Net')
    expect(await values({})).toEqual([['2026-03', 2, '950.50']])
    expect(await values({ DateFrom: '2026-02-01' })).toEqual([
      ['2026-02', 1, '100.00'],
      ['2026-03', 2, '950.50'],
    ])
    expect(await values({ MemberSalesBy: 'Category', MemberType: 'Premium Member' })).toEqual([
      ['GOLD', 1, '300.00'],
      ['SILVER', 1, '650.50'],
    ])
    expect(await values({ MemberSalesBy: 'Staff', CardCategoryCode: 'GOLD' })).toEqual([['S02', 1, '300.00']])
    expect(await values({}, ofPavilion)).toEqual([['2026-03', 1, '300.00']])
    expect(await values({}, withoutAmounts)).toEqual([['2026-03', 1, null]])
  })

  test('counts a return in a later month on the day of its sale where that is asked', async () => {
    // A of 100.00 was sold on 28 February for 10 points; on 18 March all of it came back.
    await company.back('A', '2026-03-18T12:00:00')
    const of = async (input: object) =>
      columns(
        (await run(app, memberSales, { ...march, ...input })).rows,
        'Value',
        'BuyingMembers',
        'Invoices',
        'Net',
        'NetBefore',
        'PointsEarned',
      )
    const both = { DateFrom: '2026-02-01' }
    expect(await of(both)).toEqual([
      ['2026-02', 0, 0, '100.00', null, 10],
      ['2026-03', 2, 3, '850.50', null, 115],
    ])
    expect(await of({ ...both, OriginalDateYN: 'Y' })).toEqual([
      ['2026-02', 0, 0, '0.00', null, 10],
      ['2026-03', 2, 3, '950.50', null, 115],
    ])
    // What February kept is compared with, too.
    const klcc = { MemberSalesBy: 'Outlet', OutletCode: 'KLCC' }
    expect(await of(klcc)).toEqual([['KLCC', 1, 2, '550.50', '100.00', 65]])
    expect(await of({ ...klcc, OriginalDateYN: 'Y' })).toEqual([['KLCC', 1, 2, '650.50', '0.00', 65]])
    // Of February alone, no month after it.
    const february = { ...both, DateTo: '2026-02-28', OriginalDateYN: 'Y' }
    expect(await of(february)).toEqual([['2026-02', 0, 0, '0.00', null, 10]])
  })
})

test('of sixty-two months each tells who bought in it, and nobody of another month', async () => {
  await app.sql(`insert into setting (name, value) values ('reports.yearsMost', '6')`)
  // Ali's only sale is moved to the fifth of these months.
  await app.sql(
    `update transaction_summary set performed_at = '2021-06-10T04:00:00Z', business_date = '2021-06-10' where invoice_no = 'C'`,
  )
  const { rows } = await run(app, memberSales, { ...march, DateFrom: '2021-02-01' })
  expect(columns(rows, 'Value', 'BuyingMembers')).toEqual([
    ['2021-06', 1],
    // All that was sold then came back.
    ['2026-02', 0],
    ['2026-03', 1],
  ])
})
