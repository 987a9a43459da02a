import { beforeAll, describe, expect, test } from 'vitest'
import { updatePurchaseDays } from '#areas/sales/server/make-purchase-days.ts'
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
import { jobContext, useApp } from '#tests/harness.ts'
import { repeatDaysReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const all = { DateFrom: ALL[0], DateTo: ALL[1] }

describe.each([
  ['calculated from sales', async () => {}],
  ['stored by the job', () => updatePurchaseDays(jobContext(app))],
])('with purchase days %s', (_, prepare) => {
  beforeAll(prepare)

  test('repeat days report: customers who returned everything are not counted, and merged customers count as the survivor', async () => {
    // Mei bought on 28 February, 1 March and (as merged customer) 5 March; Ali on 10 March; Siti returned everything.
    const { rows, Totals } = await run(app, repeatDaysReport, all)
    expect(columns(rows, 'RepeatDays', 'Buyers', 'Share', 'AtLeast', 'AtLeastShare', 'Kept', 'KeptPerBuyer')).toEqual([
      [0, 1, '50.0', 2, '100.0', '300.00', '300.00'],
      [2, 1, '50.0', 1, '50.0', '750.50', '750.50'],
    ])
    expect(Totals).toEqual({ Buyers: 2, Repeaters: 1, RepeatRate: '50.0', Kept: '1050.50' })
  })

  test('repeat days report: the period consists of business days, and outlet staff see purchases at their own outlet', async () => {
    const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
    expect(columns((await run(app, repeatDaysReport, march)).rows, 'RepeatDays', 'Buyers', 'Kept')).toEqual([
      [0, 1, '300.00'],
      [1, 1, '650.50'],
    ])
    expect(columns((await run(app, repeatDaysReport, all, pavilionStaff)).rows, 'RepeatDays', 'Buyers')).toEqual([
      [0, 1],
    ])
    const premium = await run(app, repeatDaysReport, { ...all, MemberType: 'Non-Premium Member' })
    expect(premium.Totals).toEqual({ Buyers: 0, Repeaters: 0, RepeatRate: null, Kept: '0.00' })
  })

  test('repeat days report: the default period is a year, and amounts are hidden without the privilege', async () => {
    const { rows, Totals, From } = await run(app, repeatDaysReport, {}, withoutAmounts)
    expect(From).toBe('2025-03-20')
    expect(columns(rows, 'RepeatDays', 'Buyers', 'Kept', 'KeptPerBuyer')).toEqual([[2, 1, null, null]])
    expect(Totals.Kept).toBeNull()
  })
})
