import { beforeAll, expect, test } from 'vitest'
import { account } from '#tests/factories/people.ts'
import { AT, columns, ofPavilion, reportCompany, run, withoutAmounts } from '#tests/factories/reports.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { taskPerformance } from './contract.ts'

const app = useApp({ at: AT })
beforeAll(async () => {
  await reportCompany(app)
  const person = async (name: string, outlet: string) => {
    await account(app.db, staffWith({ outlet }), { Username: name.toLowerCase() })
    const [made] = await app.sql<{ staff: number; user: number }>(
      `update staff set full_name = $1 from user_account where user_account.staff_id = staff.staff_id and username = lower($1)
       returning staff.staff_id::int as staff, user_id::int as user`,
      name,
    )
    return made!
  }
  const [aminah, bala] = [await person('AMINAH', 'KLCC'), await person('BALA', 'PAV')]
  type Person = typeof aminah
  const task = async (of: Person, outlet: string, due: string, done: string | null) => {
    const [made] = await app.sql<{ id: number }>(
      `insert into task (name, building_id, owner_staff_id, due_date, status, completed_at, completed_by_id)
       values ('Call', (select building_id from building where code = $1), $2, $3, case when $4::timestamptz is null then 'To Do' else 'Completed' end, $4,
         case when $4::timestamptz is not null then $5::bigint end) returning task_id::int as id`,
      ...[outlet, of.staff, due, done, of.user],
    )
    return made!.id
  }
  const contact = async (of: Person, id: number, at: string, type = 'Call') => {
    const [made] = await app.sql<{ id: number }>(
      `insert into task_progress_log (task_id, contact_type, description, follow_up_date, staff_id, created_at) values ($1, $2, 'Asked', '2026-04-01', $3, $4)
       returning progress_log_id::int as id`,
      ...[id, type, of.staff, at],
    )
    return made!.id
  }
  // Completed in time, too late, and one that is still open.
  const first = await task(aminah, 'KLCC', '2026-03-02T04:00:00Z', '2026-03-01T04:00:00Z')
  await task(aminah, 'KLCC', '2026-03-05T04:00:00Z', '2026-03-06T04:00:00Z')
  await task(aminah, 'KLCC', '2026-03-19T04:00:00Z', null)
  const other = await task(bala, 'PAV', '2026-04-09T04:00:00Z', null)
  const log = await contact(aminah, first, '2026-02-28T16:10:00Z')
  await contact(aminah, first, '2026-03-01T04:00:00Z', 'N/A')
  await contact(aminah, first, '2026-02-28T15:50:00Z')
  await contact(bala, other, '2026-03-08T04:00:00Z')
  await contact(bala, other, '2026-03-09T04:00:00Z')
  await app.sql(
    `insert into task_credit (transaction_id, task_id, progress_log_id, staff_id, amount, business_date, credited_at)
     select transaction_id, $1, $2, $3, 250.50, business_date, performed_at from transaction_summary where invoice_no = 'B'`,
    ...[first, log, aminah.staff],
  )
})

const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

test('the task performance tells what each completed, whom they contacted, and what was bought after it', async () => {
  const told = async (input: object, as?: typeof ofPavilion) =>
    columns(
      (await run(app, taskPerformance, { ...march, SortOption: 'FullName', SortDirection: 'ASC', ...input }, as)).rows,
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
  expect(await told({})).toEqual([aminah, bala])
  expect(await told({}, ofPavilion)).toEqual([bala])
  expect(await told({ StaffName: 'amin' })).toEqual([aminah])
  expect(await told({}, withoutAmounts)).toEqual([[...aminah.slice(0, -1), null]])
  // Half an hour before March is February, for the contact as for the purchase.
  expect(await told({ DateFrom: '2026-02-01', DateTo: '2026-02-28' })).toEqual([
    ['AMINAH', 0, 0, null, 1, 1, 0, '0.0', '0.00'],
  ])
  expect((await run(app, taskPerformance, march)).Totals).toEqual({
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
