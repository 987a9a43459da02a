import { beforeAll, expect, test } from 'vitest'
import { account } from '#tests/factories/people.ts'
import { columns, pavilionStaff, REPORT_TIME, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { taskPerformanceReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  await reportCompany(app)
  const addStaff = async (name: string, outlet: string) => {
    await account(app.db, staffWith({ outlet }), { Username: name.toLowerCase() })
    const [created] = await app.sql<{ staff: number; user: number }>(
      `update staff set full_name = $1 from user_account where user_account.staff_id = staff.staff_id and username = lower($1)
       returning staff.staff_id::int as staff, user_id::int as user`,
      name,
    )
    return created!
  }
  const [aminah, bala] = [await addStaff('AMINAH', 'KLCC'), await addStaff('BALA', 'PAV')]
  type Person = typeof aminah
  const addTask = async (staff: Person, outlet: string, due: string, done: string | null) => {
    const [created] = await app.sql<{ id: number }>(
      `insert into task (name, building_id, owner_staff_id, due_date, status, completed_at, completed_by_id)
       values ('Call', (select building_id from building where code = $1), $2, $3, case when $4::timestamptz is null then 'To Do' else 'Completed' end, $4,
         case when $4::timestamptz is not null then $5::bigint end) returning task_id::int as id`,
      ...[outlet, staff.staff, due, done, staff.user],
    )
    return created!.id
  }
  const addContact = async (staff: Person, id: number, at: string, type = 'Call') => {
    const [created] = await app.sql<{ id: number }>(
      `insert into task_progress_log (task_id, contact_type, description, follow_up_date, staff_id, created_at) values ($1, $2, 'Asked', '2026-04-01', $3, $4)
       returning progress_log_id::int as id`,
      ...[id, type, staff.staff, at],
    )
    return created!.id
  }
  // Aminah has one task that was completed in time, one that was completed late, and one that is open.
  const first = await addTask(aminah, 'KLCC', '2026-03-02T04:00:00Z', '2026-03-01T04:00:00Z')
  await addTask(aminah, 'KLCC', '2026-03-05T04:00:00Z', '2026-03-06T04:00:00Z')
  await addTask(aminah, 'KLCC', '2026-03-19T04:00:00Z', null)
  const other = await addTask(bala, 'PAV', '2026-04-09T04:00:00Z', null)
  const log = await addContact(aminah, first, '2026-02-28T16:10:00Z')
  await addContact(aminah, first, '2026-03-01T04:00:00Z', 'N/A')
  await addContact(aminah, first, '2026-02-28T15:50:00Z')
  await addContact(bala, other, '2026-03-08T04:00:00Z')
  await addContact(bala, other, '2026-03-09T04:00:00Z')
  await app.sql(
    `insert into task_credit (transaction_id, task_id, progress_log_id, staff_id, amount, business_date, credited_at)
     select transaction_id, $1, $2, $3, 250.50, business_date, performed_at from transaction_summary where invoice_no = 'B'`,
    ...[first, log, aminah.staff],
  )
})

const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

test('task performance report: shows completed tasks, contacts and credited sales of each person', async () => {
  const listPerformance = async (input: object, as?: typeof pavilionStaff) =>
    columns(
      (await run(app, taskPerformanceReport, { ...march, SortOption: 'FullName', SortDirection: 'ASC', ...input }, as))
        .rows,
      ...[
        'FullName',
        'TasksDue',
        'TasksCompleted',
        'OnTimeShare',
        'TasksOverdue',
        'Contacts',
        'CreditedSales',
        'ContactsToSales',
        'CreditedNet',
      ],
    )
  const aminah = ['AMINAH', 3, 2, '50.0', 1, 1, 1, '100.0', '250.50']
  const bala = ['BALA', 0, 0, null, 0, 2, 0, '0.0', '0.00']
  expect(await listPerformance({})).toEqual([aminah, bala])
  expect(await listPerformance({}, pavilionStaff)).toEqual([bala])
  expect(await listPerformance({ StaffName: 'amin' })).toEqual([aminah])
  expect(await listPerformance({}, withoutAmounts)).toEqual([[...aminah.slice(0, -1), null]])
  // Half an hour before midnight of 1 March belongs to February, for contacts and purchases.
  expect(await listPerformance({ DateFrom: '2026-02-01', DateTo: '2026-02-28' })).toEqual([
    ['AMINAH', 0, 0, null, 1, 1, 0, '0.0', '0.00'],
  ])
  expect((await run(app, taskPerformanceReport, march)).Totals).toEqual({
    TasksDue: 3,
    TasksCompleted: 2,
    OnTimeShare: '50.0',
    TasksOverdue: 1,
    Contacts: 3,
    CreditedSales: 1,
    ContactsToSales: '33.3',
    CreditedNet: '250.50',
  })
})
