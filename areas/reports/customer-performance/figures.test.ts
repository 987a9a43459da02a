import { beforeAll, describe, expect, test } from 'vitest'
import { redeemPoints, refundRedemption } from '#areas/points/contract.ts'
import { merging } from '#tests/factories/merges.ts'
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
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { customerPerformance } from './contract.ts'

const app = useApp({ at: AT })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const ranking = async (input: object = {}, as?: typeof ofPavilion) =>
  columns((await run(app, customerPerformance, { ...march, ...input }, as)).rows, 'Rank', 'CustomerName', 'Net')

describe('the customer performance report', () => {
  test('ranks members by what they kept, a merged member under the one that stays', async () => {
    const { rows, Totals } = await run(app, customerPerformance, march)
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
      // Siti brought back all that she bought.
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

  test('narrows to the first, to a least amount, to goods and to an outlet', async () => {
    expect(await ranking({ TopN: 1 })).toEqual([[1, 'TAN MEI', '650.50']])
    expect(await ranking({ MinSales: '300' })).toHaveLength(2)
    expect(await ranking({ Brand: 'AURELIA', ProductGroup: 'GOLD' })).toHaveLength(3)
    expect(await ranking({ Brand: 'OTHER' })).toEqual([])
    expect(await ranking({ MemberType: 'Non-Premium Member' })).toEqual([[1, 'SITI AMINAH', '0.00']])
    expect(await ranking({}, ofPavilion)).toEqual([[1, 'ALI BIN ABU', '300.00']])
  })

  test('counts the pieces that were kept, of named goods alone where goods are named', async () => {
    const pieces = async (input: object) =>
      columns((await run(app, customerPerformance, { ...march, ...input })).rows, 'CustomerName', 'Items').sort()
    expect(await pieces({})).toEqual([
      ['ALI BIN ABU', '1'],
      ['SITI AMINAH', '0'],
      ['TAN MEI', '2'],
    ])
    const most = (await run(app, customerPerformance, { ...march, SortOption: 'Items', SortDirection: 'DESC' })).rows
    expect(most[0]!.CustomerName).toBe('TAN MEI')
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

  test('keeps amounts from those who may not see them', async () => {
    expect(await ranking({ OutletCode: 'KLCC' }, withoutAmounts)).toEqual([
      [null, 'TAN MEI', null],
      [null, 'SITI AMINAH', null],
    ])
    const call = customerPerformance.call
    expect((await app.call(call, { TopN: 1 } as never, withoutAmounts)).refusal.code).toBe('reports.amounts_hidden')
  })

  test('counts a return in a later month on the day of its sale where that is asked', async () => {
    // A of 100.00 was sold on 28 February for 10 points; on 18 March all of it came back.
    await company.back('A', '2026-03-18T12:00:00')
    const ofMei = async (input: object) =>
      columns(
        (await run(app, customerPerformance, { ...march, ...input })).rows.filter(
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
    expect(await ofMei({})).toEqual([[2, '1', '650.50', '100.00', '550.50', 65, 10]])
    expect(await ofMei(original)).toEqual([[2, '2', '650.50', '0.00', '650.50', 65, 0]])
    expect(await ofMei(february)).toEqual([[0, '1', '100.00', '0.00', '100.00', 10, 0]])
    expect(await ofMei({ ...february, ...original })).toEqual([[0, '0', '100.00', '100.00', '0.00', 10, 10]])
    expect(await ofMei({ ...february, ...original, Brand: 'AURELIA' })).toEqual([
      [0, '0', '100.00', '100.00', '0.00', 10, 10],
    ])
    const { Totals } = await run(app, customerPerformance, { ...march, OriginalDateYN: 'Y' })
    expect(Totals).toMatchObject({
      Gross: '1230.50',
      Returns: '280.00',
      Net: '950.50',
      PointsEarned: 115,
      PointsReversed: 20,
    })
  })

  test('of an outlet counts the points used there, and those of a merged member under the one that stays', async () => {
    const used = async (OutletCode?: string) =>
      columns(
        (await run(app, customerPerformance, { ...march, ...(OutletCode && { OutletCode }) })).rows,
        'CustomerName',
        'PointsUsed',
      ).filter(([name]) => name !== 'SITI AMINAH')
    await company.sold('F', company.Mei, '2026-03-03T12:00:00', ['50.00'], { OutletCode: 'PAV' })
    expect(await used()).toEqual([
      ['TAN MEI', 10],
      ['ALI BIN ABU', 0],
    ])
    expect(await used('KLCC')).toEqual([['TAN MEI', 10]])
    expect(await used('PAV')).toEqual([
      ['ALI BIN ABU', 0],
      ['TAN MEI', 0],
    ])

    const twice = await member(app.db, {})
    await company.sold('G', twice, '2026-03-04T12:00:00', ['200.00'])
    await company.redeem(twice)
    await merging(app).merge(company.Mei, twice)
    expect(await used('KLCC')).toEqual([['TAN MEI', 20]])

    // Five points paid for an invoice at KLCC; head office gave them back.
    const paid = { MembershipNo: company.Mei.MembershipNo, Points: 5, ObjectType: 'Invoice', ObjectValue: 'PAID-1' }
    const atKlcc = staffWith({ roles: 'all', privileges: 'all', outlet: 'KLCC' })
    const { body } = await app.call(redeemPoints, paid as never, { as: atKlcc, key: 'paid' })
    expect(await used('KLCC')).toEqual([['TAN MEI', 25]])
    await app.call(refundRedemption, { HistoryId: body.History.HistoryId, Remark: 'Given back' }, hq)
    expect(await used('KLCC')).toEqual([['TAN MEI', 20]])
  })
})
