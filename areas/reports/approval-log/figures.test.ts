import { beforeAll, expect, test } from 'vitest'
import { account } from '#tests/factories/people.ts'
import { columns, pavilionStaff, REPORT_TIME, run } from '#tests/factories/reports.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { approvalLogReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  await account(app.db, staffWith({ outlet: 'HQ' }))
  const addApproval = (kind: string, outlet: string, at: string, status: string, decided: string | null) =>
    app.sql(
      `insert into approval (kind, object_type, object_id, summary, payload, privilege, outlet_code, requested_by, requested_at, status, decided_by, decided_at, decision_remark, decided_by_id)
       values ($1, 'Thing', $1, '{"key":"approvals:summary.merge","params":{}}', '{}', 'Approve Requests', $2, 'AMINAH', $3, $4,
         case when $5::timestamptz is not null then 'BOSS' end, $5::timestamptz, case when $4 = 'Rejected' then 'Not yet' end, case when $5::timestamptz is not null then (select min(user_id) from user_account) end)`,
      ...[kind, outlet, at, status, decided],
    )
  // 00:30 on 1 March in the business time zone.
  await addApproval('Manual sale', 'KLCC', '2026-02-28T16:30:00Z', 'Approved', '2026-03-01T02:45:00Z')
  await addApproval('Voucher void', 'PAV', '2026-03-02T04:00:00Z', 'Rejected', '2026-03-04T04:00:00Z')
  await addApproval('Member merge', 'KLCC', '2026-03-20T01:00:00Z', 'Pending', null)
  await addApproval('Earlier', 'KLCC', '2026-02-28T15:30:00Z', 'Withdrawn', '2026-02-28T15:40:00Z')
})

const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

test('approval log report: lists the requests of the period with their decision and waiting time', async () => {
  const { rows, Totals } = await run(app, approvalLogReport, { ...march, SortDirection: 'ASC' })
  expect(columns(rows, 'Kind', 'Status', 'DecidedBy', 'DecisionRemark', 'HoursWaited')).toEqual([
    ['Manual sale', 'Approved', 'BOSS', null, 10],
    ['Voucher void', 'Rejected', 'BOSS', 'Not yet', 48],
    ['Member merge', 'Pending', null, null, 3],
  ])
  expect(Totals).toEqual({ Approvals: 3, Approved: 1, Rejected: 1, Withdrawn: 0, Undecided: 1, AverageHours: 29 })
})

test('approval log report: can be filtered by status, people and outlet', async () => {
  const kinds = async (input: object, as?: typeof pavilionStaff) =>
    columns((await run(app, approvalLogReport, { ...march, ...input }, as)).rows, 'Kind').flat()
  expect(await kinds({ Status: 'Rejected' })).toEqual(['Voucher void'])
  expect(await kinds({ DecidedBy: 'boss', OutletCode: 'KLCC' })).toEqual(['Manual sale'])
  expect(await kinds({}, pavilionStaff)).toEqual(['Voucher void'])
  expect(await kinds({ DateFrom: '2026-02-28', DateTo: '2026-02-28' })).toEqual(['Earlier'])
})
