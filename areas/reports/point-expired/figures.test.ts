import { beforeAll, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { pointExpiredReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  await reportCompany(app)
  app.clock.set('2028-04-02T04:00:00Z')
  await runNightlyBatch(jobContext(app), nightlyBatchSteps)
})

test('point expired report: lists expired lots with their share of the earned points', async () => {
  const spring = {
    DateFrom: '2028-02-01',
    DateTo: '2028-04-30',
    SortOption: 'PointExpired',
    SortDirection: 'ASC' as const,
  }
  const { rows, Totals } = await run(app, pointExpiredReport, spring)
  // The cost of a point is 0.05.
  expect(columns(rows, 'CustomerName', 'PointExpired', 'ExpiryValue', 'EarnedOn', 'InvoiceNo')).toEqual([
    // Points refunded by the cancelled gift. The other gift was paid with the points of A.
    ['TAN MEI', 10, '0.50', '2026-03-01', null],
    ['TAN MEI', 15, '0.75', '2026-03-01', 'B'],
    ['ALI BIN ABU', 30, '1.50', '2026-03-10', 'C'],
    ['TAN MEI', 40, '2.00', '2026-03-05', 'E'],
  ])
  expect(Totals).toEqual({ Members: 2, PointExpired: 95, ExpiryValue: '4.75', PointsEarned: 0, ExpiryRate: null })
  expect((await run(app, pointExpiredReport, spring, pavilionStaff)).rows).toHaveLength(1)
})
