import { beforeAll, describe, expect, test } from 'vitest'
import {
  ALL,
  columns,
  MARCH,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
  withoutAmounts,
} from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { customerTransactionReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const march = {
  TransactionDateFrom: MARCH[0],
  TransactionDateTo: MARCH[1],
  SortOption: 'PerformedAt',
  SortDirection: 'ASC' as const,
}
const invoices = async (input: object, as?: typeof pavilionStaff) =>
  columns((await run(app, customerTransactionReport, { ...march, ...input }, as)).rows, 'InvoiceNo').flat()

describe('customer transaction report', () => {
  test('customer transaction report: lists the sales and cancellations of the period with signed amounts and totals', async () => {
    const { rows, Totals, count } = await run(app, customerTransactionReport, march)
    expect(
      columns(rows, 'InvoiceNo', 'TransactionType', 'CustomerName', 'Net', 'PointsEarned', 'PointsReversed'),
    ).toEqual([
      ['B', 'N', 'TAN MEI', '250.50', 25, 0],
      ['E', 'N', 'TAN MEI', '400.00', 40, 0],
      ['C', 'N', 'ALI BIN ABU', '500.00', 50, 0],
      ['C-C', 'C', 'ALI BIN ABU', '-200.00', 0, 20],
      ['D', 'N', 'SITI AMINAH', '80.00', 0, 0],
      ['D-C', 'C', 'SITI AMINAH', '-80.00', 0, 0],
    ])
    expect(count).toBe(6)
    expect(Totals).toMatchObject({ Sales: 4, Cancellations: 2, Net: '950.50', PointsEarned: 115, PointsReversed: 20 })
  })

  test('customer transaction report: with OriginalDateYN a cancellation counts on the day of its sale', async () => {
    const totalsOn = async (day: string, OriginalDateYN?: 'Y') =>
      (
        await run(app, customerTransactionReport, {
          TransactionDateFrom: day,
          TransactionDateTo: day,
          ...(OriginalDateYN && { OriginalDateYN }),
        })
      ).Totals
    expect(await totalsOn('2026-03-10')).toMatchObject({ Sales: 1, Cancellations: 0, Net: '500.00' })
    expect(await totalsOn('2026-03-10', 'Y')).toMatchObject({ Sales: 1, Cancellations: 1, Net: '300.00' })
    expect(await totalsOn('2026-03-12')).toMatchObject({ Sales: 0, Cancellations: 1, Net: '-200.00' })
    expect(await totalsOn('2026-03-12', 'Y')).toMatchObject({ Sales: 0, Cancellations: 0, Net: '0.00' })
    // A file cancellation that returns several sales refers to them only in its lines.
    await app.sql(`update transaction_summary set original_transaction_id = null where invoice_no = 'C-C'`)
    expect(await totalsOn('2026-03-10', 'Y')).toMatchObject({ Sales: 1, Cancellations: 1, Net: '300.00' })
  })

  test('customer transaction report: the totals of every page are those of all rows', async () => {
    const { rows, Totals } = await run(app, customerTransactionReport, { ...march, Rows: 2, Page: 2 })
    expect(columns(rows, 'InvoiceNo').flat()).toEqual(['C', 'C-C'])
    expect(Totals.Net).toBe('950.50')
  })

  test('customer transaction report: the default period is the last week including today', async () => {
    const { rows, From, Until } = await run(app, customerTransactionReport, {})
    expect([From, Until]).toEqual(['2026-03-13', '2026-03-20'])
    expect(columns(rows, 'InvoiceNo').flat()).toEqual(['D-C', 'D'])
  })

  test('customer transaction report: every filter of the specification works', async () => {
    const { rows } = await run(app, customerTransactionReport, { ...march, InvoiceNo: 'b' })
    const { MembershipNo } = rows[0]!
    expect(await invoices({ MembershipNo, TransactionDateFrom: ALL[0] })).toEqual(['A', 'B', 'E'])
    expect(await invoices({ ExcludeCancelTrxYN: 'Y' })).toEqual(['B', 'E', 'C'])
    expect(await invoices({ AmountFrom: '250.50', AmountTo: 400 })).toEqual(['B', 'E'])
    expect(await invoices({ SalesPersonCode: 's02' })).toEqual(['C', 'C-C'])
    expect(await invoices({ OutletCode: 'PAV' })).toEqual(['C', 'C-C'])
    expect(await invoices({ ProductType: 'Ring', ProductGroup: 'gold', InvoiceNo: 'C' })).toEqual(['C', 'C-C'])
    expect(await invoices({ ProductType: 'Chain' })).toEqual([])
    expect(await invoices({}, pavilionStaff)).toEqual(['C', 'C-C'])
    // The filters select the purchases that make a member eligible as referrer.
    expect(
      await invoices(
        {
          MembershipNo,
          TransactionDateFrom: '2020-01-01',
          TransactionDateTo: '2026-03-20',
          AmountFrom: 1,
          AmountTo: 9999999,
          ExcludeCancelTrxYN: 'Y',
        },
        withoutAmounts,
      ),
    ).toEqual(['A', 'B', 'E'])
  })
})
