import { beforeAll, expect, test } from 'vitest'
import { addAmendment } from '#areas/customers/contract/amendments.ts'
import { type Company, columns, pavilionStaff, REPORT_TIME, reportCompany, run } from '#tests/factories/reports.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { profileAmendmentReport, profileAmendmentTotalsReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
let company: Company
beforeAll(async () => {
  company = await reportCompany(app)
  const { CustomerId } = company.Mei
  const amendment = { CustomerId, FullName: 'TAN MEI LING', IdType: 'Passport', IdNo: 'P7654321' }
  const { status, refusal } = await app.call(addAmendment, amendment as never, { as: hq, key: 'amendment' })
  if (status !== 201) throw new Error(refusal.message)
})

test('profile amendment report: lists each changed field, with masked identity numbers', async () => {
  const { rows, Totals } = await run(app, profileAmendmentReport, { SortOption: 'FieldName', SortDirection: 'ASC' })
  expect(columns(rows, 'FieldName', 'CustomerName', 'ReviewedBy')).toEqual([
    ['FullName', 'TAN MEI', null],
    ['IdNo', 'TAN MEI', null],
  ])
  expect(columns(rows, 'Previous', 'Updated')[0]).toEqual(['TAN MEI', 'TAN MEI LING'])
  expect(rows[1]!.Updated).toBe('****4321')
  expect(Totals).toEqual({ Changes: 2, Customers: 1, Reviewed: 0, Waiting: 2 })
  // A request with the specified field names.
  const specRequest = {
    rows: 1,
    page: 2,
    DateFrom: '2026-03-20',
    DateTo: '2026-03-20',
    CustomerId: company.Mei.CustomerId,
    ActionType: 'Update',
  }
  expect((await run(app, profileAmendmentReport, specRequest as never)).rows).toHaveLength(1)
  expect((await run(app, profileAmendmentReport, { ReviewedYN: 'Y' })).count).toBe(0)
  expect((await run(app, profileAmendmentReport, {}, pavilionStaff)).count).toBe(0)
})

test('profile amendment totals: changes are counted by staff and by action', async () => {
  const staff = await run(app, profileAmendmentTotalsReport, { TotalsBy: 'Staff' })
  const [firstGroup] = staff.rows
  expect(columns(staff.rows, 'Person', 'Changes', 'Customers', 'Reviewed', 'Waiting')).toEqual([
    [(await run(app, profileAmendmentReport, {})).rows[0]!.UpdatedBy, 2, 1, 0, 2],
  ])
  // The key of a group filters its rows.
  expect((await run(app, profileAmendmentReport, { UpdatedById: Number(firstGroup!.Key) })).count).toBe(2)
  const action = await run(app, profileAmendmentTotalsReport, { TotalsBy: 'Action' })
  expect(columns(action.rows, 'Key', 'Value', 'Changes')).toEqual([['Update', 'Update', 2]])
  expect(action.Totals).toEqual({ Changes: 2, Customers: 1, Reviewed: 0, Waiting: 2 })
  expect((await run(app, profileAmendmentTotalsReport, {}, pavilionStaff)).rows).toEqual([])
})

test('profile amendment totals: renamed staff have one row with the current name, and deleted staff are shown as unknown', async () => {
  const reader = staffWith({ roles: ['Member Profile Amendment Report'], outlet: 'HQ' })
  const people = async () =>
    columns((await run(app, profileAmendmentTotalsReport, { TotalsBy: 'Staff' }, reader)).rows, 'Person', 'Changes')
  const account = `user_id = (select min(updated_by_id) from profile_updated_history)`
  await app.sql(
    `update staff set preferred_name = 'Nur Aisyah' where staff_id = (select staff_id from user_account where ${account})`,
  )
  const amendment = { CustomerId: company.Ali.CustomerId, FullName: 'ALI BIN ABU BAKAR' }
  const { status } = await app.call(addAmendment, amendment as never, { as: hq, key: 'renamed' })
  expect(status).toBe(201)
  const [counted] = await app.sql<{ names: number }>(
    'select count(distinct updated_by)::int as names from profile_updated_history',
  )
  expect(counted).toEqual({ names: 2 })
  expect(await people()).toEqual([['Nur Aisyah', 3]])

  await app.sql(`update user_account set kind = 'System', staff_id = null where ${account}`)
  expect(await people()).toEqual([[null, 3]])
})
