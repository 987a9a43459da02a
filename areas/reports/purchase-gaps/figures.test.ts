import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { updatePurchaseDays } from '#areas/sales/server/make-purchase-days.ts'
import { ALL, columns, MARCH, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { line } from '#tests/factories/sales.ts'
import { hq, jobContext, useApp } from '#tests/harness.ts'
import { purchaseGapsReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  const { Ali } = await reportCompany(app)
  const repeatSale = {
    TransactionType: 'N',
    InvoiceNo: 'F',
    MembershipNo: Ali.MembershipNo,
    OutletCode: 'PAV',
    PerformedAt: '2026-03-18T12:00:00',
    Details: [line('50.00')],
  }
  const { status, refusal } = await app.call(addTransaction, repeatSale as never, hq)
  if (status !== 201) throw new Error(refusal.message)
})

describe.each([
  ['calculated from sales', async () => {}],
  ['stored by the job', () => updatePurchaseDays(jobContext(app))],
])('with purchase days %s', (_, prepare) => {
  beforeAll(prepare)

  test('purchase gaps report: shows the days between purchases by range, with median and mean', async () => {
    // Mei: 28 February, 1 March, 5 March; Ali: 10 March, 18 March. The gaps are 1, 4 and 8 days.
    const { rows, Totals } = await run(app, purchaseGapsReport, { DateFrom: ALL[0], DateTo: ALL[1] })
    expect(columns(rows, 'Gap', 'RepeatPurchases', 'Buyers', 'Share', 'Cumulative').slice(0, 3)).toEqual([
      ['Up to 7 days', 2, 1, '66.7', '66.7'],
      ['8 to 30 days', 1, 1, '33.3', '100.0'],
      ['31 to 90 days', 0, 0, '0.0', '100.0'],
    ])
    expect(Totals).toEqual({ RepeatPurchases: 3, Buyers: 2, MedianDays: '4.0', MeanDays: '4.3' })
  })

  test('purchase gaps report: the later purchase must be in the period, and without repeat purchases there are no rows', async () => {
    const march = await run(app, purchaseGapsReport, { DateFrom: MARCH[0], DateTo: '2026-03-04' })
    expect(march.Totals).toEqual({ RepeatPurchases: 1, Buyers: 1, MedianDays: '1.0', MeanDays: '1.0' })
    const none = await run(app, purchaseGapsReport, { DateFrom: '2026-02-01', DateTo: '2026-02-28' })
    expect(none).toMatchObject({
      count: 0,
      Totals: { RepeatPurchases: 0, Buyers: 0, MedianDays: null, MeanDays: null },
    })
  })
})
