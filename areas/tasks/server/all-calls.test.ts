import { beforeAll, expect, test } from 'vitest'
import { deleteMedia, listMedia, restoreMedia, updateMedia } from '#areas/media/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { registered } from '#tests/factories/customers.ts'
import { blackPng, file, upload } from '#tests/factories/media.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import { taskGroups } from '../contract/records.ts'
import * as contract from '../contract.ts'
import { taskRoutes } from './routes.ts'

// Access to every task endpoint, for staff of another outlet, staff of the outlet, and head office.

const app = useApp({ at: '2026-11-20T04:00:00Z' })
const clerk = staffWith({ roles: ['Tasks', 'Customer'] })
const elsewhere = staffWith({ roles: ['Tasks', 'Customer'], outlet: 'PAV' })

const building: Record<string, number> = {}
let TemplateId: number
beforeAll(async () => {
  for (const { code, building_id } of await app.sql<{ code: string; building_id: number }>(
    'select code, building_id from building',
  ))
    building[code] = building_id
  const [template] = await app.sql<{ template_id: number }>(
    `insert into contact_template (name, contact_type, is_campaign, texts, names, status) values ('Hello', 'SMS', 'N', '[{"Language": "en", "Subject": null, "Body": "Hello"}]', '{}', 'Active') returning template_id`,
  )
  TemplateId = template!.template_id
  await app.sql(
    `insert into contact_template_version (template_id, version, language, text, created_at) values ($1, 1, 'en', 'Hello', now())`,
    TemplateId,
  )
})

let groups = 0
const nextGroup = () => `GROUP${++groups}`
const group = (Code: string) => ({ Code, Description: 'Calls' }) as never

type TestRecords = { TaskId: number; ProgressLogId: number; MediaId: number; CustomerId: number; Code: string }

/** Creates a task by head office, with a log and a file of outlet staff. */
async function createRecords(): Promise<TestRecords> {
  const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'KLCC' })
  await app.sql(
    `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
     select $1, unnest(array['SMS', 'Call']), 'Y', '1', 'Counter', now()`,
    CustomerId,
  )
  const task = await app.call(
    contract.addTask,
    { Name: 'Call', CustomerId, DueDate: '2026-11-20T15:00:00', SSOBuildingId: building.KLCC! },
    hq,
  )
  const { TaskId } = task.body
  const log = await app.call(contract.addProgressLog, { TaskId, Description: 'Called' } as never, clerk)
  const picture = await upload(app, blackPng(2), {
    as: clerk,
    fields: { ObjectType: 'TaskId', ObjectId: `${TaskId}` },
  })
  expect([task.status, log.status, picture.status]).toEqual([201, 201, 201])
  const Code = nextGroup()
  expect((await app.call(taskGroups.add, group(Code), hq)).status).toBe(201)
  return { TaskId, CustomerId, ProgressLogId: log.body.ProgressLogId, MediaId: picture.body.MediaId, Code }
}

type AccessCase = [
  call: Endpoint,
  body: (records: TestRecords) => object,
  /** Expected statuses for another outlet, the task's outlet, and head office. */
  answers: [number, number, number],
  before?: (records: TestRecords) => Promise<unknown>,
]
const later = { DueDate: '2026-11-25T15:00:00' }
const accessCases: Record<string, AccessCase> = {
  'a new task of the outlet': [
    contract.addTask,
    () => ({ Name: 'x', ...later, SSOBuildingId: building.KLCC }),
    [403, 201, 201],
  ],
  'a task': [contract.getTask, ({ TaskId }) => ({ TaskId }), [404, 200, 200]],
  'tasks of the outlet': [contract.listTasks, () => ({ Search: { SSOBuildingId: building.KLCC } }), [403, 200, 200]],
  'the day': [contract.getTaskDay, () => ({}), [200, 200, 200]],
  'another due date': [contract.updateTask, ({ TaskId }) => ({ TaskId, ...later }), [404, 403, 200]],
  'another outlet': [contract.updateTask, ({ TaskId }) => ({ TaskId, SSOBuildingId: building.PAV }), [404, 403, 200]],
  Completed: [contract.updateTask, ({ TaskId }) => ({ TaskId, Status: 'Completed' }), [404, 403, 200]],
  'In Progress': [contract.updateTask, ({ TaskId }) => ({ TaskId, Status: 'In Progress' }), [404, 200, 200]],
  'a name': [contract.updateTask, ({ TaskId }) => ({ TaskId, Name: 'Write' }), [404, 200, 200]],
  'a delete of what head office gave': [contract.deleteTask, ({ TaskId }) => ({ TaskId }), [404, 403, 200]],
  'a delete undone': [
    contract.restoreTask,
    ({ TaskId }) => ({ TaskId }),
    [404, 403, 200],
    ({ TaskId }) => app.call(contract.deleteTask, { TaskId }, hq),
  ],
  'ways of contact': [contract.listContactWaysOfTask, ({ TaskId }) => ({ TaskId }), [404, 200, 200]],
  'a contact shown': [
    contract.previewTaskContact,
    ({ TaskId }) => ({ TaskId, ContactType: 'SMS', TemplateId }),
    [404, 200, 200],
  ],
  'a contact': [contract.contactCustomer, ({ TaskId }) => ({ TaskId, ContactType: 'Call' }), [404, 200, 200]],
  'results of the user’s outlet': [contract.listTaskResults, () => ({}), [200, 200, 200]],
  'a log': [contract.addProgressLog, ({ TaskId }) => ({ TaskId, Description: 'x' }), [404, 201, 201]],
  'logs of a task': [contract.listProgressLogs, ({ TaskId }) => ({ Search: { TaskId } }), [404, 200, 200]],
  'one log': [contract.getProgressLog, ({ ProgressLogId }) => ({ ProgressLogId }), [404, 200, 200]],
  'a log changed': [
    contract.updateProgressLog,
    ({ ProgressLogId }) => ({ ProgressLogId, Description: 'y' }),
    [404, 200, 200],
  ],
  'a log deleted': [contract.deleteProgressLog, ({ ProgressLogId }) => ({ ProgressLogId }), [404, 200, 200]],
  'a log restored': [
    contract.restoreProgressLog,
    ({ ProgressLogId }) => ({ ProgressLogId }),
    [404, 200, 200],
    ({ ProgressLogId }) => app.call(contract.deleteProgressLog, { ProgressLogId }, hq),
  ],
  // Task groups belong to the company, so only head office staff with the role can change them.
  'a new group': [taskGroups.add, () => group(nextGroup()), [403, 403, 201]],
  groups: [taskGroups.list, () => ({}), [200, 200, 200]],
  'one group': [taskGroups.get, ({ Code }) => ({ Code }), [200, 200, 200]],
  'a group described': [
    taskGroups.update,
    ({ Code }) => ({ Code, Version: 1, Description: 'Letters' }),
    [403, 403, 200],
  ],
  'a group deleted': [taskGroups.remove, ({ Code }) => ({ Code }), [403, 403, 200]],
  'a group restored': [
    taskGroups.restore,
    ({ Code }) => ({ Code }),
    [403, 403, 200],
    ({ Code }) => app.call(taskGroups.remove, { Code }, hq),
  ],
  files: [listMedia, ({ TaskId }) => ({ Search: { ObjectType: 'TaskId', ObjectId: `${TaskId}` } }), [404, 200, 200]],
  'a file described': [updateMedia, ({ MediaId }) => ({ MediaId, Version: 1, Title: 'Ring' }), [404, 200, 200]],
  'a file deleted': [deleteMedia, ({ MediaId }) => ({ MediaId }), [404, 200, 200]],
  'a file restored': [
    restoreMedia,
    ({ MediaId }) => ({ MediaId }),
    [404, 200, 200],
    ({ MediaId }) => app.call(deleteMedia, { MediaId }, clerk),
  ],
}

test.each(Object.entries(accessCases))(
  'task access: “%s” returns the expected status to other outlets, the outlet and head office',
  async (_what, [call, body, answers, before]) => {
    const callers: Caller[] = [elsewhere, clerk, hq]
    for (const [index, caller] of callers.entries()) {
      const records = await createRecords()
      await before?.(records)
      const { status, refusal } = await app.call(call, body(records) as never, caller)
      expect({ place: index, status, refusal: status === answers[index] ? undefined : refusal }).toEqual({
        place: index,
        status: answers[index],
        refusal: undefined,
      })
    }
  },
)

test('task access: every endpoint of the tasks area has a case in this test', () => {
  const covered = new Set(Object.values(accessCases).map(([{ path }]) => path))
  expect(taskRoutes.map(({ endpoint }) => endpoint.path).filter((path) => !covered.has(path))).toEqual([])
})

test('task groups: only head office staff with the role can change task groups', async () => {
  const roles = ['Tasks', 'Task Group'] as const
  expect((await app.call(taskGroups.add, group(nextGroup()), staffWith({ roles }))).status).toBe(403)
  const keeper = staffWith({ roles, outlet: 'HQ' })
  const Code = nextGroup()
  expect((await app.call(taskGroups.add, group(Code), keeper)).status).toBe(201)
  const changed = { Code, Version: 1, Description: 'Letters' }
  expect((await app.call(taskGroups.update, changed as never, keeper)).status).toBe(200)
  expect((await app.call(taskGroups.remove, { Code }, keeper)).status).toBe(200)
})

test('task file: only the task’s present outlet and head office can read the file, and a task has at most ten files', async () => {
  const { TaskId } = await createRecords()
  const fields = { ObjectType: 'TaskId', ObjectId: `${TaskId}` }
  expect((await upload(app, blackPng(2), { as: elsewhere, fields })).status).toBe(404)
  const { body } = await app.call(listMedia, { Search: fields as never }, clerk)
  const fileStatuses = async () =>
    Promise.all([clerk, elsewhere, hq].map(async (as) => (await file(app, body.rows[0]!.Url, as)).status))
  expect(await fileStatuses()).toEqual([200, 404, 200])
  await app.call(contract.updateTask, { TaskId, SSOBuildingId: building.PAV! }, hq)
  expect(await fileStatuses()).toEqual([404, 200, 200])
  for (let files = 1; files < 9; files++) expect((await upload(app, blackPng(2), { as: hq, fields })).status).toBe(201)
  // Of two concurrent uploads of the tenth file, one succeeds.
  const lastUploads = await Promise.all([hq, elsewhere].map(async (as) => upload(app, blackPng(2), { as, fields })))
  expect(lastUploads.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(lastUploads.find(({ status }) => status === 409)!.refusal).toMatchObject({
    code: 'media.too_many',
    message: 'The record can have 10 files at most',
  })
  await app.call(contract.deleteTask, { TaskId }, hq)
  expect((await upload(app, blackPng(2), { as: hq, fields })).status).toBe(409)
})

test('task file: its author and head office can delete the file, and other users of the outlet cannot', async () => {
  const { MediaId } = await createRecords()
  const colleague = staffWith({ roles: ['Tasks'] })
  expect((await app.call(deleteMedia, { MediaId }, colleague)).status).toBe(403)
  expect((await app.call(deleteMedia, { MediaId }, clerk)).status).toBe(200)
})
