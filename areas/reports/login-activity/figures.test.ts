import { beforeAll, expect, test } from 'vitest'
import { account } from '#tests/factories/people.ts'
import { columns, pavilionStaff, REPORT_TIME, run } from '#tests/factories/reports.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { loginActivityReport } from './contract.ts'

const app = useApp({ at: REPORT_TIME })
beforeAll(async () => {
  await app.sql('delete from login_activity')
  const addUser = async (name: string, outlet: string) => {
    await account(app.db, staffWith({ outlet }), { Username: name.toLowerCase() })
    const [created] = await app.sql<{ user_id: number }>(
      `update staff set full_name = $1 from user_account where user_account.staff_id = staff.staff_id and username = lower($1) returning user_id::int`,
      name,
    )
    return created!.user_id
  }
  const [aminah, bala] = [await addUser('AMINAH', 'KLCC'), await addUser('BALA', 'PAV')]
  const addActivity = (user: number | null, what: string, at: string, ip: string) =>
    app.sql(
      `insert into login_activity (activity_date_time, session_id, source_ip, object_type, object_id, activity_description)
       values ($1, 'S1', $2, case when $3::bigint is null then 'Unknown User' else 'User' end, coalesce($3::text, '-'), $4)`,
      ...[at, ip, user, what],
    )
  await addActivity(aminah, 'Signed in', '2026-02-28T16:10:00Z', '10.0.0.1')
  await addActivity(aminah, 'Signed out from another device', '2026-03-01T04:00:00Z', '10.0.0.1')
  await addActivity(bala, 'Wrong one-time code', '2026-03-02T04:00:00Z', '10.0.0.2')
  await addActivity(null, 'Wrong user name or password', '2026-03-03T04:00:00Z', '10.0.0.3')
  await addActivity(bala, 'Password changed', '2026-03-04T04:00:00Z', '10.0.0.2')
  await addActivity(aminah, 'Signed in', '2026-02-28T15:50:00Z', '10.0.0.1')
})

const march = { DateFrom: '2026-03-01', DateTo: '2026-03-31' }

test('login activity report: lists sign-ins, sign-outs and refusals of the period by business day', async () => {
  const { rows, Totals } = await run(app, loginActivityReport, { ...march, SortDirection: 'ASC' })
  expect(columns(rows, 'FullName', 'OutletCode', 'LoginWhat', 'SourceIP')).toEqual([
    ['AMINAH', 'KLCC', 'Signed in', '10.0.0.1'],
    ['AMINAH', 'KLCC', 'Signed out', '10.0.0.1'],
    ['BALA', 'PAV', 'Refused', '10.0.0.2'],
    [null, null, 'Refused', '10.0.0.3'],
    ['BALA', 'PAV', 'Other', '10.0.0.2'],
  ])
  expect(Totals).toEqual({ Activities: 5, SignIns: 1, Refusals: 2, Users: 2, Addresses: 3 })
  const descriptions = async (input: object, as?: typeof pavilionStaff) =>
    columns((await run(app, loginActivityReport, { ...march, ...input }, as)).rows, 'ActivityDescription').flat()
  expect(await descriptions({}, pavilionStaff)).toEqual(['Password changed', 'Wrong one-time code'])
  expect(await descriptions({ LoginWhat: 'Refused', SourceIP: '10.0.0.3' })).toEqual(['Wrong user name or password'])
  expect(await descriptions({ Username: 'amin', LoginWhat: 'Signed in' })).toEqual(['Signed in'])
})
