import { beforeAll, describe, expect, test } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import {
  addProgressLog,
  addTask,
  deleteProgressLog,
  deleteTask,
  getTask,
  getTaskDay,
  listTasks,
  restoreProgressLog,
  restoreTask,
  type Task,
  updateProgressLog,
  updateTask,
} from '../contract.ts'
import { insertTask as addTaskFor } from './index.ts'

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
const createTask = async (more: object = {}, as: Caller = hq): Promise<Task> => {
  const { body, status } = await app.call(
    addTask,
    { Name: 'Call about the ring', DueDate, SSOBuildingId: building.KLCC, ...more } as never,
    as,
  )
  expect(status).toBe(201)
  return body
}
const setManagersComplete = (value: boolean) =>
  app.sql(
    `insert into setting (name, value) values ('tasks.managersComplete', $1::jsonb) on conflict (name) do update set value = excluded.value`,
    JSON.stringify(value),
  )
const createManager = async () => {
  const caller = staffWith({ roles: ['Tasks', 'Customer', 'Referrer Listing'] })
  const { staffId } = await app.token(caller)
  await app.sql(`update staff set staff_type = 'Outlet Manager' where staff_id = $1`, staffId)
  return caller
}

describe('permissions on tasks', () => {
  type UpdateCase = [what: string, changes: () => object, outlet: number, other: number, headOffice: number]
  const updateCases: UpdateCase[] = [
    ['To Do', () => ({ Status: 'To Do' }), 200, 404, 200],
    ['In Progress', () => ({ Status: 'In Progress' }), 200, 404, 200],
    ['Completed', () => ({ Status: 'Completed' }), 403, 404, 200],
    ['another due date', () => ({ DueDate: '2026-11-25T15:00:00' }), 403, 404, 200],
    ['the due date it has', () => ({ DueDate }), 200, 404, 200],
    ['another outlet', () => ({ SSOBuildingId: building.PAV }), 403, 404, 200],
    ['the outlet it has', () => ({ SSOBuildingId: building.KLCC }), 200, 404, 200],
    ['the priority', () => ({ Priority: 'High' }), 200, 404, 200],
    ['a day until which it is put off', () => ({ SnoozedUntil: '2026-11-23' }), 200, 404, 200],
    ['no owner', () => ({ OwnerStaffId: null }), 200, 404, 200],
  ]
  test.each(updateCases)(
    'update task: outlet staff, another outlet and head office get the expected status when they set %s',
    async (_what, changes, outlet, otherOutlet, headOffice) => {
      const callers: [Caller, number][] = [
        [clerk, outlet],
        [analyst, outlet],
        [elsewhere, otherOutlet],
        [hq, headOffice],
      ]
      for (const [caller, status] of callers) {
        const { TaskId } = await createTask()
        const answer = await app.call(updateTask, { TaskId, ...changes() } as never, caller)
        expect(answer.status).toBe(status)
        const { body } = await app.call(getTask, { TaskId })
        expect({ changed: body.Version !== 1 && status !== 200 }).toEqual({ changed: false })
      }
    },
  )

  test('update task: a setting lets outlet managers complete tasks, but never change outlet or due date', async () => {
    const caller = await createManager()
    const { TaskId } = await createTask()
    const complete = () => app.call(updateTask, { TaskId, Status: 'Completed' }, caller)
    expect(await complete()).toMatchObject({ status: 403, refusal: { code: 'tasks.completed_by_head_office' } })
    await setManagersComplete(true)
    expect(await complete()).toMatchObject({ status: 200, body: { Status: 'Completed', Bucket: 'Done' } })
    expect(
      (await app.call(updateTask, { TaskId: (await createTask()).TaskId, Status: 'Completed' }, clerk)).status,
    ).toBe(403)
    expect((await app.call(updateTask, { TaskId, DueDate: '2026-12-01T10:00:00' }, caller)).status).toBe(403)
    await setManagersComplete(false)
  })

  test('update task: completing a task records user and time, and reopening it clears both', async () => {
    const { TaskId } = await createTask()
    const done = await app.call(updateTask, { TaskId, Status: 'Completed' })
    expect(done.body.CompletedAt).toBe('2026-11-20T04:00:00.000Z')
    expect(done.body.CompletedByName).toBeTruthy()
    const reopened = await app.call(updateTask, { TaskId, Status: 'In Progress' })
    expect(reopened.body).toMatchObject({ CompletedAt: null, CompletedByName: null })
  })

  test('update task: a request with one forbidden change does not change the task at all', async () => {
    const { TaskId } = await createTask()
    expect(
      (await app.call(updateTask, { TaskId, Status: 'In Progress', DueDate: '2027-01-01T10:00:00' }, clerk)).status,
    ).toBe(403)
    expect((await app.call(getTask, { TaskId })).body.Status).toBe('To Do')
  })

  test('update task: a stale version is rejected, and the error contains the current task', async () => {
    const { TaskId, Version } = await createTask()
    await app.call(updateTask, { TaskId, Status: 'In Progress' })
    const staleUpdate = await app.call(updateTask, { TaskId, Version, Priority: 'High' })
    expect(staleUpdate.status).toBe(409)
    expect(staleUpdate.refusal.current).toMatchObject({ Status: 'In Progress', Version: Version + 1 })
  })

  test('delete task: outlet staff can delete their own tasks, head office all tasks, and a deletion can be undone', async () => {
    const assigned = await createTask()
    expect(await app.call(deleteTask, { TaskId: assigned.TaskId }, clerk)).toMatchObject({ status: 403 })
    const ownTask = await createTask({}, clerk)
    expect((await app.call(deleteTask, { TaskId: ownTask.TaskId }, elsewhere)).status).toBe(404)
    expect((await app.call(deleteTask, { TaskId: ownTask.TaskId }, clerk)).body.Status).toBe('Deleted')
    expect((await app.call(getTask, { TaskId: ownTask.TaskId }, clerk)).status).toBe(404)
    expect((await app.call(restoreTask, { TaskId: ownTask.TaskId }, clerk)).body.Status).toBe('To Do')
    expect((await app.call(deleteTask, { TaskId: assigned.TaskId })).status).toBe(200)
  })

  test('task owner: must work at the task’s outlet or head office, and is removed if the task moves to another outlet', async () => {
    const { TaskId } = await createTask()
    const [outletStaff, foreignStaff] = [await app.token(clerk), await app.token(elsewhere)]
    expect((await app.call(updateTask, { TaskId, OwnerStaffId: foreignStaff.staffId! })).status).toBe(409)
    expect((await app.call(updateTask, { TaskId, OwnerStaffId: outletStaff.staffId! }, clerk)).body.OwnerStaffId).toBe(
      outletStaff.staffId,
    )
    const moved = await app.call(updateTask, { TaskId, SSOBuildingId: building.PAV! })
    expect(moved.body).toMatchObject({ OutletCode: 'PAV', OwnerStaffId: null })
    expect((await app.call(getTask, { TaskId }, clerk)).status).toBe(404)
  })
})

describe('visibility of tasks', () => {
  test('task list: outlet staff see only tasks of their outlet, and head office sees all tasks', async () => {
    const ownTask = await createTask({ Name: 'Seen here' })
    const otherTask = await createTask({ Name: 'Seen there', SSOBuildingId: building.PAV })
    const ids = async (caller: Caller, Search: object = {}) =>
      (await app.call(listTasks, { Search, Rows: 9999 } as never, caller)).body.rows?.map(({ TaskId }) => TaskId)
    expect(await ids(clerk)).toContain(ownTask.TaskId)
    expect(await ids(clerk)).not.toContain(otherTask.TaskId)
    expect((await app.call(listTasks, { Search: { SSOBuildingId: building.PAV! } }, clerk)).status).toBe(403)
    expect((await app.call(listTasks, { Search: { OutletCode: 'HQ' } }, clerk)).status).toBe(403)
    expect(await ids(hq, { SSOBuildingId: building.HQ })).toEqual(
      expect.arrayContaining([ownTask.TaskId, otherTask.TaskId]),
    )
    expect(await ids(hq, { SSOBuildingId: building.PAV })).not.toContain(ownTask.TaskId)
  })

  test('add task: a task of outlet staff belongs to their outlet, and they cannot add tasks for other outlets', async () => {
    const { body } = await app.call(addTask, { Name: 'x', DueDate }, clerk)
    expect(body).toMatchObject({ OutletCode: 'KLCC', Source: 'Manual', Status: 'To Do', Priority: 'Normal' })
    expect((await app.call(addTask, { Name: 'x', DueDate, SSOBuildingId: building.PAV! }, clerk)).status).toBe(403)
    expect((await app.call(addTask, { Name: 'x', DueDate }, analyst)).status).toBe(403)
  })

  test('add task: head office can choose the customer’s outlet; if it is closed, the task belongs to head office', async () => {
    const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'PAV' })
    const input = { Name: 'x', DueDate, CustomerId, CustomersOutletYN: 'Y' } as const
    const outletOfNewTask = async (task: object) => (await app.call(addTask, task as typeof input, hq)).body.OutletCode
    expect(await outletOfNewTask(input)).toBe('PAV')
    expect(await outletOfNewTask({ ...input, CustomersOutletYN: 'N' })).toBe('HQ')
    expect(await outletOfNewTask({ ...input, SSOBuildingId: building.KLCC })).toBe('KLCC')
    await app.sql(`update building set status = 'Inactive' where code = 'PAV'`)
    expect(await outletOfNewTask(input)).toBe('HQ')
    await app.sql(`update building set status = 'Active' where code = 'PAV'`)
    // The option has no effect for outlet staff.
    const { body } = await app.call(addTask, { Name: 'x', DueDate, CustomersOutletYN: 'Y' }, clerk)
    expect(body.OutletCode).toBe('KLCC')
  })
})

describe('due dates of tasks', () => {
  test('due date: a time without a zone is local time, and does not change when the task is saved ten times', async () => {
    const { TaskId, ...first } = await createTask({ DueDate: '2026-11-20T23:30:00' })
    expect(first).toMatchObject({ DueDate: '2026-11-20T15:30:00.000Z', DueDay: '2026-11-20' })
    for (let save = 0; save < 10; save++) {
      const { body } = await app.call(getTask, { TaskId })
      await app.call(updateTask, { TaskId, DueDate: body.DueDate, Priority: save % 2 ? 'High' : 'Low' })
    }
    expect((await app.call(getTask, { TaskId })).body.DueDate).toBe('2026-11-20T15:30:00.000Z')
  })

  test('daily view: counts overdue tasks, tasks due today, tasks to follow up and later tasks', async () => {
    const pavilionClerk = staffWith({ roles: ['Tasks'], outlet: 'PAV' })
    const before = (await app.call(getTaskDay, {}, pavilionClerk)).body
    const addDue = (DueDate: string) => createTask({ DueDate, SSOBuildingId: building.PAV })
    await addDue('2026-11-19T10:00:00')
    await addDue('2026-11-20T10:00:00')
    await addDue('2026-11-21T10:00:00')
    const snoozed = await addDue('2026-11-18T10:00:00')
    await app.call(updateTask, { TaskId: snoozed.TaskId, SnoozedUntil: '2026-11-22' }, pavilionClerk)
    const after = (await app.call(getTaskDay, {}, pavilionClerk)).body
    expect(after.Overdue - before.Overdue).toBe(1)
    expect(after.Today - before.Today).toBe(1)
    expect(after.Later - before.Later).toBe(2)
  })

  test('postponed task: a task can be postponed until tomorrow at the earliest, and by at most 90 days', async () => {
    const { TaskId } = await createTask()
    const snooze = (SnoozedUntil: string) => app.call(updateTask, { TaskId, SnoozedUntil }, clerk)
    expect((await snooze('2026-11-20')).refusal.code).toBe('tasks.snooze_in_past')
    expect((await snooze('2027-02-19')).refusal.code).toBe('tasks.snooze_too_far')
    expect((await snooze('2027-02-18')).status).toBe(200)
  })
})

describe('progress logs of tasks', () => {
  const createLog = (TaskId: number, more: object = {}, as: Caller = clerk) =>
    app.call(addProgressLog, { TaskId, Description: 'will come on Saturday', ...more } as never, as)

  test('progress log: text is stored in capitals, the default type is e-mail, and the default follow-up is today', async () => {
    const { TaskId } = await createTask()
    const { body } = await createLog(TaskId)
    expect(body).toMatchObject({
      Description: 'WILL COME ON SATURDAY',
      ContactType: 'Email',
      FollowUpDate: '2026-11-20',
      Status: 'Active',
      DueMovedYN: 'N',
    })
    expect(body.UpdatedByStaffName).toBeTruthy()
  })

  test.each([[{}], [{ Description: '  ' }]])('progress log: a description is required (%j)', async (sent) => {
    const { TaskId } = await createTask()
    const { status, refusal } = await app.call(addProgressLog, { TaskId, ...sent } as never, clerk)
    expect(status).toBe(400)
    expect(JSON.stringify(refusal)).toContain('Description is required!')
  })

  test('progress log: a text of more than 300 characters is refused', async () => {
    const { TaskId } = await createTask()
    expect((await createLog(TaskId, { Description: 'x'.repeat(300) })).status).toBe(201)
    expect((await createLog(TaskId, { Description: 'x'.repeat(301) })).status).toBe(400)
  })

  test('progress log: a later follow-up date set by head office moves the due date to that day at the same time', async () => {
    const { TaskId } = await createTask()
    expect((await createLog(TaskId, { FollowUpDate: '2026-11-27' }, hq)).body.DueMovedYN).toBe('Y')
    expect((await app.call(getTask, { TaskId })).body).toMatchObject({
      DueDate: '2026-11-27T07:00:00.000Z',
      FollowUpDate: null,
    })
  })

  test('progress log: a later follow-up date set by an outlet leaves the due date, and the task comes up on that day', async () => {
    const { TaskId } = await createTask()
    expect((await createLog(TaskId, { FollowUpDate: '2026-11-22' })).body.DueMovedYN).toBe('N')
    const bucket = async () => (await app.call(getTask, { TaskId }, clerk)).body.Bucket
    expect(await bucket()).toBe('Later')
    app.clock.set('2026-11-22T04:00:00Z')
    expect(await bucket()).toBe('Follow-up')
    await createLog(TaskId)
    expect(await bucket()).toBe('Overdue')
    app.clock.set('2026-11-20T04:00:00Z')
  })

  test('progress log: only the author and head office can change a log, and other outlets cannot see the log', async () => {
    const { TaskId } = await createTask()
    expect((await createLog(TaskId, {}, elsewhere)).status).toBe(404)
    const { ProgressLogId } = (await createLog(TaskId)).body
    const colleague = staffWith({ roles: ['Tasks'] })
    expect((await app.call(updateProgressLog, { ProgressLogId, Status: 'Completed' }, colleague)).status).toBe(403)
    expect((await app.call(updateProgressLog, { ProgressLogId, Status: 'Completed' }, clerk)).body.Status).toBe(
      'Completed',
    )
    expect((await app.call(updateProgressLog, { ProgressLogId, Status: 'Inactive' })).status).toBe(200)
    expect((await app.call(deleteProgressLog, { ProgressLogId }, colleague)).status).toBe(403)
    expect((await app.call(deleteProgressLog, { ProgressLogId }, clerk)).body.Status).toBe('Deleted')
    expect((await app.call(getTask, { TaskId }, clerk)).body.TaskProgressLog).toEqual([])
    expect((await app.call(restoreProgressLog, { ProgressLogId }, clerk)).body.Status).toBe('Inactive')
  })
})

test('generated task: is created once for each cause, at the customer’s outlet, and is due at 10:00', async () => {
  const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'PAV' })
  const createOnce = () =>
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
  const TaskId = await createOnce()
  expect(await createOnce()).toBeNull()
  expect((await app.call(getTask, { TaskId: TaskId! })).body).toMatchObject({
    OutletCode: 'PAV',
    DueDate: '2026-11-24T02:00:00.000Z',
    GroupCode: null,
    Because: { Code: 'birthday', Values: { Days: 4 } },
    Customer: { CustomerId },
  })
})
