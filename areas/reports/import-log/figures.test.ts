import { beforeAll, expect, test } from 'vitest'
import { columns, pavilionStaff, REPORT_TIME, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { importLogReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  const file = (name: string, kind: string, outlet: string, at: string, [read, created, skipped, failed]: number[]) =>
    app.sql(
      `insert into import_job (kind, file_name, status, rows_read, rows_created, rows_skipped, rows_failed, created_by, outlet_code, created_at, ended_at)
       values ($1, $2, 'Completed', $3, $4, $5, $6, 'AMINAH', $7, $8, $8)`,
      ...[kind, name, read, created, skipped, failed, outlet, at],
    )
  await file('march.csv', 'customers', 'HQ', '2026-02-28T16:30:00Z', [10, 7, 1, 2])
  await file('sales.csv', 'sales', 'PAV', '2026-03-05T04:00:00Z', [30, 30, 0, 0])
  await file('empty.csv', 'leads', 'HQ', '2026-03-06T04:00:00Z', [0, 0, 0, 0])
  await file('february.csv', 'sales', 'HQ', '2026-02-28T15:30:00Z', [99, 0, 0, 99])
})

const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

test('import log report: lists the imported files of the period with the results of their rows', async () => {
  const { rows, Totals } = await run(app, importLogReport, { ...march, SortDirection: 'ASC' })
  expect(columns(rows, 'FileName', 'ImportKind', 'RowsRead', 'RowsCreated', 'RowsFailed', 'FailedShare')).toEqual([
    ['march.csv', 'customers', 10, 7, 2, '20.0'],
    ['sales.csv', 'sales', 30, 30, 0, '0.0'],
    ['empty.csv', 'leads', 0, 0, 0, null],
  ])
  expect(Totals).toEqual({
    Files: 3,
    RowsRead: 40,
    RowsCreated: 37,
    RowsSkipped: 1,
    RowsFailed: 2,
    FailedShare: '5.0',
  })
  const names = async (input: object, as?: typeof pavilionStaff) =>
    columns((await run(app, importLogReport, { ...march, ...input }, as)).rows, 'FileName').flat()
  expect(await names({}, pavilionStaff)).toEqual(['sales.csv'])
  expect(await names({ ImportKind: 'leads' })).toEqual(['empty.csv'])
  expect(await names({ FileName: 'MARCH' })).toEqual(['march.csv'])
})
