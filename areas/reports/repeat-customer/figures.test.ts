import { beforeAll, describe, expect, test } from 'vitest'
import { ALL, columns, MARCH, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { repeatCustomerReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }

describe('repeat customer report', () => {
  test('repeat customer report: counts visits except those whose purchases were all returned, and the share of repeat buyers', async () => {
    const { rows, Totals } = await run(app, repeatCustomerReport, march)
    expect(
      columns(rows, 'CustomerName', 'Visits', 'FirstPurchase', 'LastPurchase', 'AverageDays', 'Net', 'Average'),
    ).toEqual([
      ['TAN MEI', 2, '2026-03-01', '2026-03-05', '4.0', '650.50', '325.25'],
      ['ALI BIN ABU', 1, '2026-03-10', '2026-03-10', null, '300.00', '300.00'],
    ])
    expect(Totals).toEqual({
      Buyers: 2,
      Repeaters: 1,
      RepeatRate: '50.0',
      Once: 1,
      Twice: 1,
      ThreeTimes: 0,
      MoreOften: 0,
      Net: '950.50',
    })
  })

  test('repeat customer report: can be filtered by visits, by sales (as a number or as text) and by outlet', async () => {
    const names = async (input: object, as?: typeof pavilionStaff) =>
      columns((await run(app, repeatCustomerReport, { ...march, ...input }, as)).rows, 'CustomerName').flat()
    expect(await names({ MinimumVisits: 2 })).toEqual(['TAN MEI'])
    expect(await names({ MinimumPurchase: '300.01' })).toEqual(['TAN MEI'])
    expect(await names({}, pavilionStaff)).toEqual(['ALI BIN ABU'])
    const { rows } = await run(app, repeatCustomerReport, { DateFrom: ALL[0], DateTo: ALL[1], MinimumVisits: 3 })
    expect(columns(rows, 'CustomerName', 'AverageDays')).toEqual([['TAN MEI', '2.5']])
  })
})
