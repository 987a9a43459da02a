import { beforeAll, describe, expect, test } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import {
  addLog,
  addTask,
  deleteLog,
  deleteTask,
  getTask,
  getTaskDay,
  listTasks,
  restoreLog,
  restoreTask,
  type Task,
  updateLog,
  updateTask,
} from '../contract.ts'
import { addTask as addTaskFor } from './index.ts'

const app = useApp({ at: '2026-11-20T04:00:00Z' })
const clerk = staffWith({ roles: ['Tasks', 'Customer'] })
const elsewhere = staffWith({ roles: ['Tasks', 'Customer'], outlet: 'PAV' })
const analyst = staffWith({ roles: ['Dashboard'] })

let building: Record<string, number> = {}
beforeAll(async () => {
  const rows = await app.sql<{ Code: string; BuildingId: number }>(
    'select code as "Code", building_id as "BuildingId" from building',
  )
  building = Object.fromEntries(rows.map(({ Code, BuildingId }) => [Code, BuildingId]))
})

const DueDate = '2026-11-20T15:00:00'
const task = async (more: object = {}, as: Caller = hq): Promise<Task> => {
  const { body, status } = await app.call(
    addTask,
    { Name: 'Call about the ring', DueDate, SSOBuildingId: building.KLCC, ...more } as never,
    as,
  )
  expect(status).toBe(201)
  return body
}
const setting = (value: boolean) =>
  app.sql(
    `insert into setting (name, value) values ('tasks.managersComplete', $1::jsonb) on conflict (name) do update set value = excluded.value`,
    JSON.stringify(value),
  )
const manager = async () => {
  const caller = staffWith({ roles: ['Tasks', 'Customer', 'Referrer Listing'] })
  const { staffId } = await app.token(caller)
  await app.sql(`update staff set staff_type = 'Outlet Manager' where staff_id = $1`, staffId)
  return caller
}

describe('who may set what of a task', () => {
  type Try = [what: string, changes: () => object, outlet: number, other: number, headOffice: number]
  const tries: Try[] = [
    ['To Do', () => ({ Status: 'To Do' }), 200, 404, 200],
    ['In Progress', () => ({ Status: 'In Progress' }), 200, 404, 200],
    ['Completed', () => ({ Status: 'Completed' }), 403, 404, 200],
    ['another due date', () => ({ DueDate: '2026-11-25T15:00:00' }), 403, 404, 200],
    ['the due date it has', () => ({ DueDate }), 200, 404, 200],
    ['another outlet', () => ({ SSOBuildingId: building.PAV }), 403, 404, 200],
    ['the outlet it has', () => ({ SSOBuildingId: building.KLCC }), 200, 404, 200],
    ['the priority', () => ({ Priority: 'High' }), 200, 404, 200],
    ['a later day on which it is seen', () => ({ SnoozedUntil: '2026-11-23' }), 200, 404, 200],
    ['nobody as its owner', () => ({ OwnerStaffId: null }), 200, 404, 200],
  ]
  test.each(tries)('%s', async (_what, changes, outlet, other, headOffice) => {
    const tried: [Caller, number][] = [
      [clerk, outlet],
      [analyst, outlet],
      [elsewhere, other],
      [hq, headOffice],
    ]
    for (const [caller, status] of tried) {
      const { TaskId } = await task()
      const answer = await app.call(updateTask, { TaskId, ...changes() } as never, caller)
      expect(answer.status).toBe(status)
      const { body } = await app.call(getTask, { TaskId })
      expect({ changed: body.Version !== 1 && status !== 200 }).toEqual({ changed: false })
    }
  })

  test('a manager of the outlet completes tasks only where the company wants it, and moves neither outlet nor due date', async () => {
    const caller = await manager()
    const { TaskId } = await task()
    const complete = () => app.call(updateTask, { TaskId, Status: 'Completed' }, caller)
    expect(await complete()).toMatchObject({ status: 403, refusal: { code: 'tasks.completed_by_head_office' } })
    await setting(true)
    expect(await complete()).toMatchObject({ status: 200, body: { Status: 'Completed', Bucket: 'Done' } })
    expect((await app.call(updateTask, { TaskId: (await task()).TaskId, Status: 'Completed' }, clerk)).status).toBe(403)
    expect((await app.call(updateTask, { TaskId, DueDate: '2026-12-01T10:00:00' }, caller)).status).toBe(403)
    await setting(false)
  })

  test('who completed a task, and when, stands on it until it is opened again', async () => {
    const { TaskId } = await task()
    const done = await app.call(updateTask, { TaskId, Status: 'Completed' })
    expect(done.body.CompletedAt).toBe('2026-11-20T04:00:00.000Z')
    expect(done.body.CompletedByName).toBeTruthy()
    const again = await app.call(updateTask, { TaskId, Status: 'In Progress' })
    expect(again.body).toMatchObject({ CompletedAt: null, CompletedByName: null })
  })

  test('one call sent with both a right and a forbidden change does neither', async () => {
    const { TaskId } = await task()
    expect(
      (await app.call(updateTask, { TaskId, Status: 'In Progress', DueDate: '2027-01-01T10:00:00' }, clerk)).status,
    ).toBe(403)
    expect((await app.call(getTask, { TaskId })).body.Status).toBe('To Do')
  })

  test('a Version that is stale is refused with the task as it is', async () => {
    const { TaskId, Version } = await task()
    await app.call(updateTask, { TaskId, Status: 'In Progress' })
    const late = await app.call(updateTask, { TaskId, Version, Priority: 'High' })
    expect(late.status).toBe(409)
    expect(late.refusal.current).toMatchObject({ Status: 'In Progress', Version: Version + 1 })
  })

  test('staff of the outlet delete what they made, head office deletes any, and a delete can be undone', async () => {
    const given = await task()
    expect(await app.call(deleteTask, { TaskId: given.TaskId }, clerk)).toMatchObject({ status: 403 })
    const own = await task({}, clerk)
    expect((await app.call(deleteTask, { TaskId: own.TaskId }, elsewhere)).status).toBe(404)
    expect((await app.call(deleteTask, { TaskId: own.TaskId }, clerk)).body.Status).toBe('Deleted')
    expect((await app.call(getTask, { TaskId: own.TaskId }, clerk)).status).toBe(404)
    expect((await app.call(restoreTask, { TaskId: own.TaskId }, clerk)).body.Status).toBe('To Do')
    expect((await app.call(deleteTask, { TaskId: given.TaskId })).status).toBe(200)
  })

  test('an owner is active staff of the outlet or of head office; with another outlet the task leaves their hands', async () => {
    const { TaskId } = await task()
    const [here, there] = [await app.token(clerk), await app.token(elsewhere)]
    expect((await app.call(updateTask, { TaskId, OwnerStaffId: there.staffId! })).status).toBe(409)
    expect((await app.call(updateTask, { TaskId, OwnerStaffId: here.staffId! }, clerk)).body.OwnerStaffId).toBe(
      here.staffId,
    )
    const moved = await app.call(updateTask, { TaskId, SSOBuildingId: building.PAV! })
    expect(moved.body).toMatchObject({ OutletCode: 'PAV', OwnerStaffId: null })
    expect((await app.call(getTask, { TaskId }, clerk)).status).toBe(404)
  })
})

describe('whose tasks are seen', () => {
  test('an outlet lists its own, naming another or head office is refused or no filter, and head office sees all', async () => {
    const mine = await task({ Name: 'Seen here' })
    const theirs = await task({ Name: 'Seen there', SSOBuildingId: building.PAV })
    const ids = async (caller: Caller, Search: object = {}) =>
      (await app.call(listTasks, { Search, Rows: 9999 } as never, caller)).body.rows?.map(({ TaskId }) => TaskId)
    expect(await ids(clerk)).toContain(mine.TaskId)
    expect(await ids(clerk)).not.toContain(theirs.TaskId)
    expect((await app.call(listTasks, { Search: { SSOBuildingId: building.PAV! } }, clerk)).status).toBe(403)
    expect((await app.call(listTasks, { Search: { OutletCode: 'HQ' } }, clerk)).status).toBe(403)
    expect(await ids(hq, { SSOBuildingId: building.HQ })).toEqual(expect.arrayContaining([mine.TaskId, theirs.TaskId]))
    expect(await ids(hq, { SSOBuildingId: building.PAV })).not.toContain(mine.TaskId)
  })

  test('a new task is the own outlet’s; staff of an outlet make none for another', async () => {
    const { body } = await app.call(addTask, { Name: 'x', DueDate }, clerk)
    expect(body).toMatchObject({ OutletCode: 'KLCC', Source: 'Manual', Status: 'To Do', Priority: 'Normal' })
    expect((await app.call(addTask, { Name: 'x', DueDate, SSOBuildingId: building.PAV! }, clerk)).status).toBe(403)
    expect((await app.call(addTask, { Name: 'x', DueDate }, analyst)).status).toBe(403)
  })

  test('head office gives it to the outlet that looks after the customer; where that is closed it stays its own', async () => {
    const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'PAV' })
    const given = { Name: 'x', DueDate, CustomerId, CustomersOutletYN: 'Y' } as const
    const outlet = async (input: object) => (await app.call(addTask, input as typeof given, hq)).body.OutletCode
    expect(await outlet(given)).toBe('PAV')
    expect(await outlet({ ...given, CustomersOutletYN: 'N' })).toBe('HQ')
    expect(await outlet({ ...given, SSOBuildingId: building.KLCC })).toBe('KLCC')
    await app.sql(`update building set status = 'Inactive' where code = 'PAV'`)
    expect(await outlet(given)).toBe('HQ')
    await app.sql(`update building set status = 'Active' where code = 'PAV'`)
    // Of an outlet it is the caller’s own all the same.
    const { body } = await app.call(addTask, { Name: 'x', DueDate, CustomersOutletYN: 'Y' }, clerk)
    expect(body.OutletCode).toBe('KLCC')
  })
})

describe('due dates', () => {
  test('case 43: a time without a zone is the clock on the shop’s wall, and stays so through ten saves', async () => {
    const { TaskId, ...first } = await task({ DueDate: '2026-11-20T23:30:00' })
    expect(first).toMatchObject({ DueDate: '2026-11-20T15:30:00.000Z', DueDay: '2026-11-20' })
    for (let save = 0; save < 10; save++) {
      const { body } = await app.call(getTask, { TaskId })
      await app.call(updateTask, { TaskId, DueDate: body.DueDate, Priority: save % 2 ? 'High' : 'Low' })
    }
    expect((await app.call(getTask, { TaskId })).body.DueDate).toBe('2026-11-20T15:30:00.000Z')
  })

  test('a day has what is overdue, due today, to be followed up and due later', async () => {
    const at = staffWith({ roles: ['Tasks'], outlet: 'PAV' })
    const before = (await app.call(getTaskDay, {}, at)).body
    const of = (DueDate: string) => task({ DueDate, SSOBuildingId: building.PAV })
    await of('2026-11-19T10:00:00')
    await of('2026-11-20T10:00:00')
    await of('2026-11-21T10:00:00')
    const asleep = await of('2026-11-18T10:00:00')
    await app.call(updateTask, { TaskId: asleep.TaskId, SnoozedUntil: '2026-11-22' }, at)
    const after = (await app.call(getTaskDay, {}, at)).body
    expect(after.Overdue - before.Overdue).toBe(1)
    expect(after.Today - before.Today).toBe(1)
    expect(after.Later - before.Later).toBe(2)
  })

  test('a task is put off from tomorrow on and for 90 days at most', async () => {
    const { TaskId } = await task()
    const snooze = (SnoozedUntil: string) => app.call(updateTask, { TaskId, SnoozedUntil }, clerk)
    expect((await snooze('2026-11-20')).refusal.code).toBe('tasks.snooze_in_past')
    expect((await snooze('2027-02-19')).refusal.code).toBe('tasks.snooze_too_far')
    expect((await snooze('2027-02-18')).status).toBe(200)
  })
})

describe('progress logs', () => {
  const log = (TaskId: number, more: object = {}, as: Caller = clerk) =>
    app.call(addLog, { TaskId, Description: 'will come on Saturday', ...more } as never, as)

  test('are written in capitals, by e-mail and for today unless the caller says more', async () => {
    const { TaskId } = await task()
    const { body } = await log(TaskId)
    expect(body).toMatchObject({
      Description: 'WILL COME ON SATURDAY',
      ContactType: 'Email',
      FollowUpDate: '2026-11-20',
      Status: 'Active',
      DueMovedYN: 'N',
    })
    expect(body.UpdatedByStaffName).toBeTruthy()
  })

  test.each([[{}], [{ Description: '  ' }]])('need a description: %j', async (sent) => {
    const { TaskId } = await task()
    const { status, refusal } = await app.call(addLog, { TaskId, ...sent } as never, clerk)
    expect(status).toBe(400)
    expect(JSON.stringify(refusal)).toContain('Description is required!')
  })

  test('with more than 300 characters are refused', async () => {
    const { TaskId } = await task()
    expect((await log(TaskId, { Description: 'x'.repeat(300) })).status).toBe(201)
    expect((await log(TaskId, { Description: 'x'.repeat(301) })).status).toBe(400)
  })

  test('of head office with a later follow-up move the due date, at the same hour', async () => {
    const { TaskId } = await task()
    expect((await log(TaskId, { FollowUpDate: '2026-11-27' }, hq)).body.DueMovedYN).toBe('Y')
    expect((await app.call(getTask, { TaskId })).body).toMatchObject({
      DueDate: '2026-11-27T07:00:00.000Z',
      FollowUpDate: null,
    })
  })

  test('of an outlet leave the due date, and the task comes back on the day of the follow-up', async () => {
    const { TaskId } = await task()
    expect((await log(TaskId, { FollowUpDate: '2026-11-22' })).body.DueMovedYN).toBe('N')
    const bucket = async () => (await app.call(getTask, { TaskId }, clerk)).body.Bucket
    expect(await bucket()).toBe('Later')
    app.clock.set('2026-11-22T04:00:00Z')
    expect(await bucket()).toBe('Follow-up')
    await log(TaskId)
    expect(await bucket()).toBe('Overdue')
    app.clock.set('2026-11-20T04:00:00Z')
  })

  test('belong to the outlet of the task, and are changed by who wrote them or head office', async () => {
    const { TaskId } = await task()
    expect((await log(TaskId, {}, elsewhere)).status).toBe(404)
    const { ProgressLogId } = (await log(TaskId)).body
    const other = staffWith({ roles: ['Tasks'] })
    expect((await app.call(updateLog, { ProgressLogId, Status: 'Completed' }, other)).status).toBe(403)
    expect((await app.call(updateLog, { ProgressLogId, Status: 'Completed' }, clerk)).body.Status).toBe('Completed')
    expect((await app.call(updateLog, { ProgressLogId, Status: 'Inactive' })).status).toBe(200)
    expect((await app.call(deleteLog, { ProgressLogId }, other)).status).toBe(403)
    expect((await app.call(deleteLog, { ProgressLogId }, clerk)).body.Status).toBe('Deleted')
    expect((await app.call(getTask, { TaskId }, clerk)).body.TaskProgressLog).toEqual([])
    expect((await app.call(restoreLog, { ProgressLogId }, clerk)).body.Status).toBe('Inactive')
  })
})

test('what the program asks to be done is made once for its cause, at the customer’s outlet, due at ten', async () => {
  const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'PAV' })
  const once = () =>
    addTaskFor(
      { db: app.db, now: app.clock.now() },
      {
        Source: 'Occasion',
        OnceKey: `birthday ${CustomerId} 2026`,
        Name: 'Birthday',
        CustomerId,
        DueDay: '2026-11-24',
        GroupCode: 'GONE',
        Because: { Code: 'birthday', Values: { Days: 4 } },
      },
    )
  const TaskId = await once()
  expect(await once()).toBeNull()
  expect((await app.call(getTask, { TaskId: TaskId! })).body).toMatchObject({
    OutletCode: 'PAV',
    DueDate: '2026-11-24T02:00:00.000Z',
    GroupCode: null,
    Because: { Code: 'birthday', Values: { Days: 4 } },
    Customer: { CustomerId },
  })
})
