import { beforeAll, expect, test } from 'vitest'
import { revealIdentity } from '#areas/customers/contract/customers.ts'
import { type Company, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { hq, useApp } from '#tests/harness.ts'
import { lookUpsReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
  const { CustomerId } = company.Mei
  const revealed = await app.call(revealIdentity, { CustomerId, Reason: 'Insurance' } as never, hq)
  if (revealed.status !== 200) throw new Error(revealed.refusal.message)
  const addLogEntry = (action: string, type: string, id: string, outlet: string, at: string) =>
    app.sql(
      `insert into audit_log (logged_at, action_type, object_type, object_id, log_text, updated_by, outlet_code)
       values ($1, $2, $3, $4, 'Written down', 'BALA', $5)`,
      ...[at, action, type, id, outlet],
    )
  await addLogEntry('View Customer', 'Customer', `${company.Ali.CustomerId}`, 'KLCC', '2026-02-28T16:10:00Z')
  await addLogEntry('Export Data', 'ExportJob', '0198c0de', 'PAV', '2026-03-10T04:00:00Z')
  await addLogEntry('Update Customer', 'Customer', `${CustomerId}`, 'PAV', '2026-03-10T04:00:00Z')
  await addLogEntry('View Customer', 'Customer', `${CustomerId}`, 'PAV', '2026-02-28T15:50:00Z')
})

const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

test('look-up report: lists customer look-ups, reasons and exports of the period by business day', async () => {
  const { rows, Totals } = await run(app, lookUpsReport, { ...march, SortDirection: 'ASC' })
  expect(columns(rows, 'LookUp', 'CustomerId', 'OutletCode')).toEqual([
    ['View Customer', company.Ali.CustomerId, 'KLCC'],
    ['Export Data', null, 'PAV'],
    ['Reveal Identity Number', company.Mei.CustomerId, 'HQ'],
  ])
  expect(rows[2]!.LogText).toContain('Insurance')
  expect(Totals).toMatchObject({ LookUps: 2, Customers: 2, Exports: 1 })
  const kinds = async (input: object, as?: typeof pavilionStaff) =>
    columns((await run(app, lookUpsReport, { ...march, ...input }, as)).rows, 'LookUp').flat()
  expect(await kinds({}, pavilionStaff)).toEqual(['Export Data'])
  expect(await kinds({ CustomerId: company.Mei.CustomerId })).toEqual(['Reveal Identity Number'])
  expect(await kinds({ UpdatedBy: 'bala', LookUp: 'View Customer' })).toEqual(['View Customer'])
})
