import { beforeAll, describe, expect, test } from 'vitest'
import {
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
  withoutAmounts,
} from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { nonMemberTotalsReport, nonMemberTransactionReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('non-member transaction report', () => {
  test('non-member transaction report: lists sales without a member, with their share of all sales', async () => {
    const { rows, Totals } = await run(app, nonMemberTransactionReport, march)
    expect(columns(rows, 'InvoiceNo', 'OutletCode', 'Goods', 'Net')).toEqual([['W', 'KLCC', 'GOLD', '999.00']])
    // Of the five sales B, E, W, C and D only W is to an unknown customer.
    expect(Totals).toEqual({ Sales: 1, Cancellations: 0, Net: '999.00', AllSales: 5, ShareOfSales: '20.0' })
  })

  test('non-member totals: show the share by outlet and salesperson, including shares of zero', async () => {
    const runBy = async (TotalsBy: 'Outlet' | 'Staff', as?: typeof pavilionStaff) =>
      run(app, nonMemberTotalsReport, { ...march, TotalsBy, SortOption: 'Value', SortDirection: 'ASC' }, as)
    const figures = ['Sales', 'AllSales', 'ShareOfSales', 'Net'] as const
    const outlets = await runBy('Outlet')
    // KLCC has the sales B, E, D and the walk-in sale W; PAV has only sales to members.
    expect(columns(outlets.rows, 'Value', ...figures)).toEqual([
      ['KLCC', 1, 4, '25.0', '999.00'],
      ['PAV', 0, 1, '0.0', '0.00'],
    ])
    expect(outlets.Totals).toEqual({ Sales: 1, Cancellations: 0, Net: '999.00', AllSales: 5, ShareOfSales: '20.0' })
    // The sales E, W and D have no salesperson.
    expect(columns((await runBy('Staff')).rows, 'Key', 'Value', 'Sales', 'AllSales')).toEqual([
      ['S01', 'S01', 0, 1],
      ['S02', 'S02', 0, 1],
      ['-', null, 1, 3],
    ])
    expect(columns((await runBy('Outlet', pavilionStaff)).rows, 'Value')).toEqual([['PAV']])
    expect(columns((await runBy('Outlet', withoutAmounts)).rows, 'Value', 'Net')).toEqual([['KLCC', null]])
  })

  test('non-member transaction report: outlet staff see their own outlet, and amounts are hidden without the privilege', async () => {
    expect((await run(app, nonMemberTransactionReport, march, pavilionStaff)).rows).toEqual([])
    const { rows, Totals } = await run(app, nonMemberTransactionReport, march, withoutAmounts)
    expect(columns(rows, 'InvoiceNo', 'Net')).toEqual([['W', null]])
    expect(Totals.ShareOfSales).toBe('25.0')
  })
})
