import { beforeAll, expect, test } from 'vitest'
import { campaign } from '#tests/factories/campaigns.ts'
import { type Company, columns, MARCH, pavilionStaff, reportCompany, run } from '#tests/factories/reports.ts'
import { useApp } from '#tests/harness.ts'
import { reactiveMemberReport } from './contract.ts'

const app = useApp({ at: '2026-03-20T04:00:00Z' })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
})

test('reactive member report: lists members who bought again after a long gap, with their share of inactive members', async () => {
  const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
  expect((await run(app, reactiveMemberReport, march)).rows).toEqual([])
  // Mei's sale of 28 February is moved to January 2025.
  await app.sql(`update membership set join_date = '2024-12-01' where card_category_code = 'SILVER'`)
  await app.sql(
    `update transaction_summary set performed_at = '2025-01-10T04:00:00Z', business_date = '2025-01-10' where invoice_no = 'A'`,
  )
  // Siti's sale is moved too, but does not count as previous purchase, because it was returned.
  await app.sql(`update membership set join_date = '2024-12-01' where membership_no = $1`, company.Siti.MembershipNo)
  await app.sql(
    `update transaction_summary set performed_at = '2025-01-10T04:00:00Z', business_date = '2025-01-10' where invoice_no = 'D'`,
  )
  const { rows, Totals } = await run(app, reactiveMemberReport, { ...march, Months: 12 })
  expect(columns(rows, 'CustomerName', 'PreviousPurchase', 'ReturnedOn', 'GapDays', 'InvoiceNo', 'Net')).toEqual([
    ['TAN MEI', '2025-01-10', '2026-03-01', 415, 'B', '250.50'],
  ])
  expect(Totals).toEqual({ Members: 1, Net: '250.50', InactiveBefore: 1, ReturnShare: '100.0' })
  expect((await run(app, reactiveMemberReport, { ...march, Months: 12 }, pavilionStaff)).rows).toEqual([])
  expect((await run(app, reactiveMemberReport, { ...march, Months: 14 })).rows).toEqual([])
})

test('reactive member report: shows the campaign and task to which a purchase is credited', async () => {
  const query = { DateFrom: MARCH[0], DateTo: MARCH[1], Months: 12 }
  const createdCampaign = await campaign(app, { CampaignCode: 'RAYA', CampaignName: 'Raya', StartDate: '2026-03-01' })
  const sale = `(select transaction_id from transaction_summary where invoice_no = 'B')`
  await app.sql(
    `insert into campaign_target (campaign_code, customer_id, source, bucket, added_at, contacted_at, counted_from, converted_transaction_id)
     values ($1, $2, 'Manual', 50, '2026-02-20T04:00:00Z', '2026-02-20T04:00:00Z', '2026-02-20T04:00:00Z', ${sale})`,
    ...[createdCampaign.CampaignCode, company.Mei.CustomerId],
  )
  const [task] = await app.sql<{ task_id: number }>(
    `insert into task (name, customer_id, building_id, due_date)
     select 'Call Mei', $1, building_id, '2026-03-01T04:00:00Z' from building where code = 'KLCC' returning task_id`,
    company.Mei.CustomerId,
  )
  await app.sql(
    `with log as (insert into task_progress_log (task_id, contact_type, description, follow_up_date) values ($1, 'Call', 'Called', '2026-03-01') returning *)
     insert into task_credit (transaction_id, task_id, progress_log_id, amount, business_date, credited_at)
     select ${sale}, task_id, progress_log_id, 250.50, '2026-03-01', '2026-03-01T04:00:00Z' from log`,
    task!.task_id,
  )
  const { rows } = await run(app, reactiveMemberReport, query)
  expect(columns(rows, 'InvoiceNo', 'CampaignCode', 'CampaignName', 'TaskName')).toEqual([
    ['B', createdCampaign.CampaignCode, 'Raya', 'Call Mei'],
  ])
  expect((await run(app, reactiveMemberReport, { ...query, CampaignCode: 'raya' })).count).toBe(1)
  expect((await run(app, reactiveMemberReport, { ...query, CampaignCode: 'OTHER' })).count).toBe(0)
})
