import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startMailRelay } from '#areas/messages/server/relay/mail.ts'
import { customerPerformanceReport } from '#areas/reports/customer-performance/contract.ts'
import { REPORT_TIME, reportCompany } from '#tests/factories/reports.ts'
import { jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract/schedules.ts'
import { runQueuedExports } from '../background.ts'
import { daysOfSchedulePeriod } from './days.ts'
import { runDueSchedules } from './run-schedules.ts'
import { findWithheldReports } from './withheld.ts'

// 20 March 2026, 12:00 in Kuala Lumpur.
const app = useApp({ at: REPORT_TIME })
const role = 'Customer Performance Report'
const rights = { roles: [role], privileges: ['Export Data', 'View Sales Information'] } as const
const owner = staffWith({ ...rights, outlet: 'HQ' })
const reader = staffWith({ ...rights, outlet: 'PAV' })
const clerk = staffWith({ roles: [role], privileges: ['Export Data'], outlet: 'HQ' })
const userWithoutRole = staffWith({ roles: ['Feedback'], privileges: ['Export Data'], outlet: 'HQ' })

const received: { to: string; raw: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo[0]!.address, raw: Buffer.concat(parts).toString() })
      done()
    })
  },
})

const people = { owner: '', reader: '', clerk: '', stranger: '' }

beforeAll(async () => {
  await reportCompany(app)
  // Discards the messages that the creation of the test company has caused.
  await app.sql('delete from outbox_message')
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  for (const [name, as] of Object.entries({ owner, reader, clerk, stranger: userWithoutRole })) {
    await app.token(as)
    const [account] = await app.sql<{ username: string; staff_id: number }>(
      `select u.username, u.staff_id from user_account u join session s using (user_id) order by s.session_id desc limit 1`,
    )
    people[name as keyof typeof people] = account!.username
    await app.sql(`update staff set email = '${name}@carat.example' where staff_id = ${account!.staff_id}`)
  }
})
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
afterEach(async () => {
  received.length = 0
  app.clock.set(REPORT_TIME)
  await app.sql(`update export_schedule set status = 'Deleted', next_run_at = null`)
})

const scheduleInput = (more: object = {}) => ({
  Path: customerPerformanceReport.call.path,
  Title: 'Monthly ranking',
  Input: { DateFrom: '2020-01-01', DateTo: '2020-01-08' },
  Columns: [
    { Field: 'CustomerName', Label: 'Customer' },
    { Field: 'Net', Label: 'Net', Kind: 'money' },
  ],
  Filters: [{ Field: 'DateFrom', Label: 'Days', Text: '01/01/2020' }],
  FirstDayField: 'DateFrom',
  LastDayField: 'DateTo',
  Period: 'Last Month',
  Format: 'CSV',
  Cron: '0 8 1 * *',
  Recipients: [people.owner, people.reader],
  ...more,
})
const add = (more: object = {}, as = owner) =>
  app.call(contract.addSchedule, scheduleInput(more) as never, { as, key: crypto.randomUUID() })
const sendsOf = async (ScheduleId: number) =>
  (await app.call(contract.listScheduleSends, { ScheduleId, SortOption: 'Name' } as never, owner)).body.rows

/** Runs all background jobs until the mail server has received the messages. */
async function runAll() {
  await prepare()
  await deliver()
}

/** Runs schedules and exports until the messages are in the outbox. */
async function prepare() {
  await runDueSchedules(jobContext(app))
  await runQueuedExports(jobContext(app))
}

async function deliver() {
  const relay = startMailRelay({
    database: app.database,
    clock: app.clock.now,
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    from: 'Carat <no-reply@carat.example>',
    storage: app.services.storage,
    withheld: findWithheldReports(jobContext(app)),
    demo: false,
  })
  const queuedMessages = () => app.sql(`select from outbox_message where status = 'Queued'`)
  await expect.poll(async () => (await queuedMessages()).length).toBe(0)
  await relay.stop()
}

const fileIn = ({ raw }: { raw: string }) => {
  const part = raw.split(/\r?\n--/).find((part) => /Content-Disposition: attachment/i.test(part))!
  const body = part.slice(part.search(/\r?\n\r?\n/)).trim()
  return /base64/i.test(part) ? Buffer.from(body, 'base64').toString() : body
}

test('scheduled report: each recipient receives the rows of the period that this recipient may see', async () => {
  const { status, body } = await add()
  expect(status).toBe(201)
  expect(body).toMatchObject({ Status: 'Active', NextRunAt: '2026-04-01T00:00:00.000Z' })
  await runAll()
  expect(received).toEqual([])

  app.clock.set('2026-04-01T00:00:30Z')
  await runAll()
  expect(received.map(({ to }) => to).sort()).toEqual(['owner@carat.example', 'reader@carat.example'])
  const of = (name: string) => fileIn(received.find(({ to }) => to.startsWith(name))!)
  // Sales in March: Mei 250.50 and 400.00 at KLCC, Ali 300.00 net at Pavilion.
  expect(of('owner')).toContain('TAN MEI,650.50')
  expect(of('owner')).toContain('ALI BIN ABU,300.00')
  expect(of('reader')).toContain('ALI BIN ABU,300.00')
  expect(of('reader')).not.toContain('TAN MEI')
  expect((await sendsOf(body.ScheduleId)).map(({ Outcome }) => Outcome)).toEqual(['Sent', 'Sent'])

  received.length = 0
  await runAll()
  expect(received).toEqual([])
})

test('scheduled report: a recipient without View Sales Information gets the report without amounts', async () => {
  const { body } = await add({ Recipients: [people.owner, people.clerk], Totals: [{ Field: 'Net', Label: 'Net' }] })
  await app.call(contract.sendScheduleNow, { ScheduleId: body.ScheduleId }, owner)
  await runAll()
  const of = (name: string) => fileIn(received.find(({ to }) => to.startsWith(name))!)
  expect(of('owner')).toContain('Net')
  expect(of('clerk')).toContain('Customer')
  expect(of('clerk')).not.toMatch(/Net|\d\.\d\d/)
})

const accountOf = (name: string) => `(select user_id from user_account where username = '${name}')`

test.each([
  [
    'lost the role',
    () => `delete from user_role where user_id in ${accountOf(people.reader)} and role = '${role}'`,
    () => `insert into user_role (user_id, role) select user_id, '${role}' from ${accountOf(people.reader)} account`,
  ],
  [
    'lost the export privilege',
    () => `delete from user_privilege where user_id in ${accountOf(people.reader)} and privilege = 'Export Data'`,
    () =>
      `insert into user_privilege (user_id, privilege) select user_id, 'Export Data' from ${accountOf(people.reader)} account`,
  ],
  [
    'was deactivated',
    () => `update user_account set status = 'Disabled' where user_id in ${accountOf(people.reader)}`,
    () => `update user_account set status = 'Active' where user_id in ${accountOf(people.reader)}`,
  ],
])(
  'scheduled report: a recipient who %s gets no report and the outcome No Access, other recipients get theirs',
  async (_, lose, giveBack) => {
    const { body } = await add()
    await app.sql(lose())
    await app.call(contract.sendScheduleNow, { ScheduleId: body.ScheduleId }, owner)
    await runAll()
    expect(received.map(({ to }) => to)).toEqual(['owner@carat.example'])
    expect((await sendsOf(body.ScheduleId)).map(({ Outcome }) => Outcome).sort()).toEqual(['No Access', 'Sent'])
    await app.sql(giveBack())

    // The recipient loses access after the run is queued and before the file is written.
    received.length = 0
    app.clock.set('2026-03-20T05:00:00Z')
    await app.call(contract.sendScheduleNow, { ScheduleId: body.ScheduleId }, owner)
    await runDueSchedules(jobContext(app))
    await app.sql(lose())
    await runAll()
    expect(received.map(({ to }) => to)).toEqual(['owner@carat.example'])
    expect((await sendsOf(body.ScheduleId)).map(({ Outcome }) => Outcome).sort()).toEqual([
      'No Access',
      'No Access',
      'Sent',
      'Sent',
    ])
    await app.sql(giveBack())
  },
)

test('scheduled report: the schedule pauses with a reason after its owner has lost access to the report', async () => {
  const { body } = await add()
  await app.sql(`delete from user_role where user_id in ${accountOf(people.owner)} and role = '${role}'`)
  await app.sql(
    `insert into user_role (user_id, role) select user_id, 'Feedback' from ${accountOf(people.owner)} account`,
  )
  app.clock.set('2026-04-01T00:00:30Z')
  await runAll()
  expect(received).toEqual([])
  const { rows } = (await app.call(contract.listSchedules, {}, owner)).body
  expect(rows).toMatchObject([{ Status: 'Paused', NextRunAt: null, MessageCode: 'exports.schedule_owner' }])
  await app.sql(
    `insert into user_role (user_id, role) select user_id, '${role}' from ${accountOf(people.owner)} account`,
  )
  expect((await app.call(contract.resumeSchedule, { ScheduleId: body.ScheduleId }, owner)).body).toMatchObject({
    Status: 'Active',
    MessageCode: null,
  })
})

test('scheduled report: an interrupted run is continued, and two concurrent processes send each report once', async () => {
  const { body } = await add()
  await app.call(contract.sendScheduleNow, { ScheduleId: body.ScheduleId }, owner)
  const context = jobContext(app)
  let announced = 0
  const dies = async () => {
    if (++announced === 2) throw new Error('killed')
  }
  await expect(runDueSchedules({ ...context, services: { ...context.services, announce: dies } })).rejects.toThrow(
    'killed',
  )
  expect(await sendsOf(body.ScheduleId)).toEqual([])

  await Promise.all([runDueSchedules(jobContext(app)), runDueSchedules(jobContext(app))])
  expect((await sendsOf(body.ScheduleId)).map(({ Outcome }) => Outcome)).toEqual(['Preparing', 'Preparing'])
  // Simulates a process that died while writing a file. The next process writes the file again.
  await app.sql(`update export_job set status = 'Running' where export_id = (
    select export_id from export_job where status = 'Queued' order by created_at limit 1)`)
  await Promise.all([runAll(), runAll()])
  expect(received.map(({ to }) => to).sort()).toEqual(['owner@carat.example', 'reader@carat.example'])
})

test('scheduled report: a run that is late and falls into the next month reports on the month for which it was scheduled', async () => {
  const { body } = await add({ Cron: '30 23 L * *', Period: 'This Month', Recipients: [people.owner] })
  expect(body.NextRunAt).toBe('2026-03-31T15:30:00.000Z')
  app.clock.set('2026-04-02T02:00:00Z')
  await runAll()
  expect(received[0]!.raw).toMatch(/01\/03\/2026 (–|=E2=80=93) 31\/03\/2026/)
  expect(fileIn(received[0]!)).toContain('TAN MEI,650.50')
})

test('scheduled report: after a delete and an undo, a schedule is paused or active as before', async () => {
  const { body } = await add()
  const { ScheduleId } = body
  expect((await app.call(contract.restoreSchedule, { ScheduleId }, owner)).refusal).toMatchObject({
    code: 'exports.schedule_not_deleted',
  })
  await app.call(contract.deleteSchedule, { ScheduleId }, owner)
  expect((await app.call(contract.listSchedules, {}, owner)).body.count).toBe(0)
  expect((await app.call(contract.restoreSchedule, { ScheduleId }, owner)).body).toMatchObject({
    Status: 'Active',
    NextRunAt: '2026-04-01T00:00:00.000Z',
  })
  await app.call(contract.pauseSchedule, { ScheduleId }, owner)
  await app.call(contract.deleteSchedule, { ScheduleId }, owner)
  expect((await app.call(contract.restoreSchedule, { ScheduleId }, owner)).body).toMatchObject({ Status: 'Paused' })
})

test('scheduled report: a recipient without the report’s role is refused, and another user’s schedule gets 404', async () => {
  expect(await add({ Recipients: [people.stranger] })).toMatchObject({
    status: 409,
    refusal: { code: 'exports.no_such_recipient' },
  })
  expect((await add({}, userWithoutRole)).status).toBe(403)
  const { body } = await add()
  for (const call of [contract.pauseSchedule, contract.sendScheduleNow, contract.deleteSchedule])
    expect((await app.call(call, { ScheduleId: body.ScheduleId }, reader)).status).toBe(404)
})

test('scheduled report: a paused schedule sends nothing, even on request, and resumes at its next time', async () => {
  const { body } = await add()
  const { ScheduleId } = body
  expect((await app.call(contract.pauseSchedule, { ScheduleId }, owner)).body).toMatchObject({ NextRunAt: null })
  app.clock.set('2026-04-02T00:00:00Z')
  await runAll()
  expect(received).toEqual([])
  expect((await app.call(contract.sendScheduleNow, { ScheduleId }, owner)).refusal).toMatchObject({
    code: 'exports.schedule_paused',
  })
  expect((await app.call(contract.resumeSchedule, { ScheduleId }, owner)).body).toMatchObject({
    NextRunAt: '2026-05-01T00:00:00.000Z',
  })
  await app.call(contract.deleteSchedule, { ScheduleId }, owner)
  app.clock.set('2026-05-02T00:00:00Z')
  await runAll()
  expect(received).toEqual([])
})

test('scheduled report: a schedule that never runs or runs every minute is refused', async () => {
  for (const Cron of ['* * * * *', '0 8 31 2 *', '0 25 * * *', 'soon']) expect((await add({ Cron })).status).toBe(400)
  expect((await add({ Period: undefined })).refusal).toMatchObject({ code: 'exports.no_days' })
})

test.each([
  ['Yesterday', '2026-02-28', '2026-02-28'],
  ['Last 7 Days', '2026-02-22', '2026-02-28'],
  ['This Month', '2026-03-01', '2026-03-01'],
  ['Last Month', '2026-02-01', '2026-02-28'],
  ['Last 12 Months', '2025-03-01', '2026-02-28'],
] as const)('report period: on 1 March 2026 the period %s runs from %s to %s', (period, from, until) => {
  expect(daysOfSchedulePeriod(period, '2026-03-01')).toEqual([from, until])
})

test('scheduled report: a queued message is not sent if its recipient was disabled or lost the role meanwhile', async () => {
  const { body } = await add({ Recipients: [people.owner, people.reader, people.clerk] })
  app.clock.set('2026-04-01T00:00:30Z')
  await prepare()
  const queuedMessages = async () => (await app.sql(`select from outbox_message where status = 'Queued'`)).length
  expect(await queuedMessages()).toBe(3)
  const account = (name: string) => `(select user_id from user_account where username = '${name}')`
  await app.sql(`update user_account set status = 'Disabled' where user_id = ${account(people.reader)}`)
  await app.sql(`delete from user_role where user_id = ${account(people.clerk)}`)
  await deliver()
  expect(received.map(({ to }) => to)).toEqual(['owner@carat.example'])
  expect((await sendsOf(body.ScheduleId)).map(({ Outcome, SentAt }) => [Outcome, SentAt !== null]).sort()).toEqual([
    ['No Access', false],
    ['No Access', false],
    ['Sent', true],
  ])
})
