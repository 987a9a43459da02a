import { beforeAll, describe, expect, test } from 'vitest'
import { updatePurchaseDays } from '#areas/sales/server/make-purchase-days.ts'
import { ALL, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { purchaseCohortsReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const all = { DateFrom: ALL[0], DateTo: ALL[1] }

describe.each([
  ['calculated from sales', async () => {}],
  ['stored by the job', () => updatePurchaseDays(jobContext(app))],
])('with purchase days %s', (_, prepare) => {
  beforeAll(prepare)

  test('purchase cohorts report: groups customers by month of first purchase, with the buyers of later months', async () => {
    const { rows, Totals } = await run(app, purchaseCohortsReport, all)
    // Mei first bought on 28 February at 23:30, and again in March; Ali first bought in March; April is in the future.
    expect(
      columns(rows, 'FirstMonth', 'Buyers', 'Repeaters', 'RepeatRate', 'Month1', 'Month2', 'Month12', 'Kept'),
    ).toEqual([
      ['2026-02', 1, 1, '100.0', '100.0', null, null, '750.50'],
      ['2026-03', 1, 0, '0.0', null, null, null, '300.00'],
    ])
    expect(Totals).toEqual({ Members: null, Buyers: 2, Repeaters: 1, RepeatRate: '50.0', Kept: '1050.50' })
  })

  test('purchase cohorts report: months are always complete, and outlet staff see first purchases at their own outlet', async () => {
    const months = async (input: object, as?: typeof pavilionStaff) =>
      columns((await run(app, purchaseCohortsReport, { ...all, ...input }, as)).rows, 'FirstMonth').flat()
    expect(await months({ DateFrom: '2026-02-28', DateTo: '2026-03-01' })).toEqual(['2026-02', '2026-03'])
    expect(await months({ DateFrom: '2026-03-01' })).toEqual(['2026-03'])
    expect(await months({}, pavilionStaff)).toEqual(['2026-03'])
  })

  test('purchase cohorts report: by month of joining, the report counts all new members and those who bought later', async () => {
    const runByJoining = async (input: object, as?: typeof pavilionStaff) =>
      run(app, purchaseCohortsReport, { ...all, CohortBy: 'Joined', ...input }, as)
    const { rows, Totals } = await runByJoining({})
    // Mei joined in February and also bought in March; Ali and Siti joined in March, and Siti returned everything.
    const figures = ['FirstMonth', 'Members', 'Buyers', 'Repeaters', 'RepeatRate', 'Month1', 'Month2', 'Kept']
    expect(columns(rows, ...figures)).toEqual([
      ['2026-02', 1, 1, 1, '100.0', '100.0', null, '750.50'],
      ['2026-03', 2, 1, 0, '0.0', null, null, '300.00'],
    ])
    expect(Totals).toEqual({ Members: 3, Buyers: 2, Repeaters: 1, RepeatRate: '50.0', Kept: '1050.50' })
    expect(columns((await runByJoining({ MemberType: 'Non-Premium Member' })).rows, ...figures)).toEqual([
      ['2026-03', 1, 0, 0, null, null, null, '0.00'],
    ])
    expect(columns((await runByJoining({}, pavilionStaff)).rows, ...figures)).toEqual([
      ['2026-03', 1, 1, 0, '0.0', null, null, '300.00'],
    ])
  })
})
