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
import { customerAnalysisReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => void (await reportCompany(app)))

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const groups = async (input: object, as?: typeof pavilionStaff) =>
  columns((await run(app, customerAnalysisReport, { ...march, ...input }, as)).rows, 'Value', 'Total', 'Share', 'Sales')

describe('customer analysis report', () => {
  test('customer analysis report: counts new members by attribute, with their sales of the period', async () => {
    expect(await groups({})).toEqual([
      ['Female', 1, '50.0', '0.00'],
      ['Male', 1, '50.0', '300.00'],
    ])
    expect(await groups({ DateFrom: '2026-02-01', AnalysisType: 'Age' })).toEqual([
      ['30-39', 1, '33.3', '750.50'],
      ['60+', 1, '33.3', '300.00'],
      [null, 1, '33.4', '0.00'],
    ])
  })

  test('customer analysis report: a buyer who returned everything is not counted; sales of a merged member count for the survivor', async () => {
    expect(await groups({ ReportOption: 'Sales Analysis', AnalysisType: 'Category' })).toEqual([
      ['GOLD', 1, '50.0', '300.00'],
      ['SILVER', 1, '50.0', '650.50'],
    ])
    expect(await groups({ ReportOption: 'Sales Analysis', AnalysisType: 'Category' }, pavilionStaff)).toEqual([
      ['GOLD', 1, '100.0', '300.00'],
    ])
    const { Totals } = await run(app, customerAnalysisReport, { ...march, ReportOption: 'Sales Analysis' })
    expect(Totals).toEqual({ Total: 2, Sales: '950.50', SalesPerMember: '475.25' })
  })

  test('customer analysis report: the detail view lists members one by one, and the analysis by date lists days', async () => {
    const { rows } = await run(app, customerAnalysisReport, {
      ...march,
      ReportOption: 'Sales Analysis',
      ReportType: 'Detail',
    })
    expect(columns(rows, 'Value', 'CustomerName', 'Sales')).toEqual([
      ['Female', 'TAN MEI', '650.50'],
      ['Male', 'ALI BIN ABU', '300.00'],
    ])
    // The query to which a figure of the summary links.
    const listMembers = async (AnalysisValue: string, AnalysisType: 'Gender' | 'Age') =>
      columns(
        (
          await run(app, customerAnalysisReport, {
            ...march,
            AnalysisType,
            AnalysisValue,
            ReportOption: 'Sales Analysis',
            ReportType: 'Detail',
          })
        ).rows,
        'CustomerName',
      ).flat()
    expect(await listMembers('Male', 'Gender')).toEqual(['ALI BIN ABU'])
    expect(await listMembers('-', 'Gender')).toEqual([])
    const byDay = await run(app, customerAnalysisReport, {
      ...march,
      ReportOption: 'Sales Analysis',
      AnalysisType: 'Date',
    })
    expect(columns(byDay.rows, 'TransactionDate', 'Total', 'Sales')).toEqual([
      ['2026-03-01', 1, '250.50'],
      ['2026-03-05', 1, '400.00'],
      ['2026-03-10', 1, '500.00'],
      // A customer who only returned goods, or returned everything, is not a buyer.
      ['2026-03-12', 0, '-200.00'],
      ['2026-03-15', 0, '80.00'],
      ['2026-03-16', 0, '-80.00'],
    ])
  })

  test('customer analysis report: without the privilege, sales are hidden and numbers of members are shown', async () => {
    expect(await groups({}, withoutAmounts)).toEqual([['Female', 1, '100.0', null]])
  })
})
