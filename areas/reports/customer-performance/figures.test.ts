import { beforeAll, describe, expect, test } from 'vitest'
import { redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { merging } from '#tests/factories/merges.ts'
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
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { customerPerformanceReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const ranking = async (input: object = {}, as?: typeof pavilionStaff) =>
  columns((await run(app, customerPerformanceReport, { ...march, ...input }, as)).rows, 'Rank', 'CustomerName', 'Net')

describe('customer performance report', () => {
  test('customer performance report: ranks members by net sales, and counts sales of a merged member for the survivor', async () => {
    const { rows, Totals } = await run(app, customerPerformanceReport, march)
    expect(
      columns(
        rows,
        'Rank',
        'CustomerName',
        'Invoices',
        'Items',
        'Gross',
        'Returns',
        'Net',
        'Average',
        'Share',
        'PointsEarned',
        'PointsReversed',
        'PointsUsed',
        'LastPurchase',
      ),
    ).toEqual([
      [1, 'TAN MEI', 2, '2', '650.50', '0.00', '650.50', '325.25', '68.4', 65, 0, 10, '2026-03-05'],
      [2, 'ALI BIN ABU', 1, '1', '500.00', '200.00', '300.00', '300.00', '31.6', 50, 20, 0, '2026-03-10'],
      [3, 'SITI AMINAH', 0, '0', '80.00', '80.00', '0.00', null, '0.0', 0, 0, 0, null],
    ])
    expect(Totals).toEqual({
      // Siti returned all her purchases.
      Members: 2,
      Invoices: 3,
      Gross: '1230.50',
      Discount: '0.00',
      Returns: '280.00',
      Net: '950.50',
      PointsEarned: 115,
      PointsReversed: 20,
      PointsUsed: 10,
    })
  })

  test('customer performance report: can be filtered by rank, minimum sales, goods, member type and outlet', async () => {
    expect(await ranking({ TopN: 1 })).toEqual([[1, 'TAN MEI', '650.50']])
    expect(await ranking({ MinSales: '300' })).toHaveLength(2)
    expect(await ranking({ Brand: 'AURELIA', ProductGroup: 'GOLD' })).toHaveLength(3)
    expect(await ranking({ Brand: 'OTHER' })).toEqual([])
    expect(await ranking({ MemberType: 'Non-Premium Member' })).toEqual([[1, 'SITI AMINAH', '0.00']])
    expect(await ranking({}, pavilionStaff)).toEqual([[1, 'ALI BIN ABU', '300.00']])
  })

  test('customer performance report: counts pieces that were not returned, and only the goods of the filter', async () => {
    const pieces = async (input: object) =>
      columns((await run(app, customerPerformanceReport, { ...march, ...input })).rows, 'CustomerName', 'Items').sort()
    expect(await pieces({})).toEqual([
      ['ALI BIN ABU', '1'],
      ['SITI AMINAH', '0'],
      ['TAN MEI', '2'],
    ])
    const sortedRows = (
      await run(app, customerPerformanceReport, { ...march, SortOption: 'Items', SortDirection: 'DESC' })
    ).rows
    expect(sortedRows[0]!.CustomerName).toBe('TAN MEI')
    await app.sql(
      `update transaction_detail set product_group = 'GEMS' from transaction_summary t where t.transaction_id = transaction_detail.transaction_id and t.invoice_no = 'B'`,
    )
    expect(await pieces({ ProductGroup: 'GOLD' })).toEqual([
      ['ALI BIN ABU', '1'],
      ['SITI AMINAH', '0'],
      ['TAN MEI', '1'],
    ])
    expect(await pieces({ ProductGroup: 'GEMS' })).toEqual([['TAN MEI', '1']])
  })

  test('customer performance report: without the privilege amounts are hidden and filtering by rank is refused', async () => {
    expect(await ranking({ OutletCode: 'KLCC' }, withoutAmounts)).toEqual([
      [null, 'TAN MEI', null],
      [null, 'SITI AMINAH', null],
    ])
    const call = customerPerformanceReport.call
    expect((await app.call(call, { TopN: 1 } as never, withoutAmounts)).refusal.code).toBe('reports.amounts_hidden')
  })

  test('customer performance report: a return counts on its own day, and with OriginalDateYN on the day of its sale', async () => {
    // Invoice A of 100.00 on 28 February earned 10 points; it was returned on 18 March.
    await company.back('A', '2026-03-18T12:00:00')
    const figuresOfMei = async (input: object) =>
      columns(
        (await run(app, customerPerformanceReport, { ...march, ...input })).rows.filter(
          ({ CustomerName }) => CustomerName === 'TAN MEI',
        ),
        'Invoices',
        'Items',
        'Gross',
        'Returns',
        'Net',
        'PointsEarned',
        'PointsReversed',
      )
    const february = { DateFrom: '2026-02-01', DateTo: '2026-02-28' }
    const original = { OriginalDateYN: 'Y' }
    expect(await figuresOfMei({})).toEqual([[2, '1', '650.50', '100.00', '550.50', 65, 10]])
    expect(await figuresOfMei(original)).toEqual([[2, '2', '650.50', '0.00', '650.50', 65, 0]])
    expect(await figuresOfMei(february)).toEqual([[0, '1', '100.00', '0.00', '100.00', 10, 0]])
    expect(await figuresOfMei({ ...february, ...original })).toEqual([[0, '0', '100.00', '100.00', '0.00', 10, 10]])
    expect(await figuresOfMei({ ...february, ...original, Brand: 'AURELIA' })).toEqual([
      [0, '0', '100.00', '100.00', '0.00', 10, 10],
    ])
    const { Totals } = await run(app, customerPerformanceReport, { ...march, OriginalDateYN: 'Y' })
    expect(Totals).toMatchObject({
      Gross: '1230.50',
      Returns: '280.00',
      Net: '950.50',
      PointsEarned: 115,
      PointsReversed: 20,
    })
  })

  test('customer performance report: counts the points used at an outlet, including those of merged members', async () => {
    const pointsUsed = async (OutletCode?: string) =>
      columns(
        (await run(app, customerPerformanceReport, { ...march, ...(OutletCode && { OutletCode }) })).rows,
        'CustomerName',
        'PointsUsed',
      ).filter(([name]) => name !== 'SITI AMINAH')
    await company.sold('F', company.Mei, '2026-03-03T12:00:00', ['50.00'], { OutletCode: 'PAV' })
    expect(await pointsUsed()).toEqual([
      ['TAN MEI', 10],
      ['ALI BIN ABU', 0],
    ])
    expect(await pointsUsed('KLCC')).toEqual([['TAN MEI', 10]])
    expect(await pointsUsed('PAV')).toEqual([
      ['ALI BIN ABU', 0],
      ['TAN MEI', 0],
    ])

    const secondMember = await member(app.db, {})
    await company.sold('G', secondMember, '2026-03-04T12:00:00', ['200.00'])
    await company.redeem(secondMember)
    await merging(app).merge(company.Mei, secondMember)
    expect(await pointsUsed('KLCC')).toEqual([['TAN MEI', 20]])

    // Five points were redeemed for an invoice at KLCC and refunded by head office.
    const payment = { MembershipNo: company.Mei.MembershipNo, Points: 5, ObjectType: 'Invoice', ObjectValue: 'PAID-1' }
    const atKlcc = staffWith({ roles: 'all', privileges: 'all', outlet: 'KLCC' })
    const { body } = await app.call(redeemPoints, payment as never, { as: atKlcc, key: 'paid' })
    expect(await pointsUsed('KLCC')).toEqual([['TAN MEI', 25]])
    await app.call(refundRedemption, { HistoryId: body.History.HistoryId, Remark: 'Given back' }, hq)
    expect(await pointsUsed('KLCC')).toEqual([['TAN MEI', 20]])
  })
})
