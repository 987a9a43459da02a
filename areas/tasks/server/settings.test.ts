import { beforeAll, beforeEach } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { addProgressLog, addTask, getTask, updateTask } from '../contract.ts'

const noon = '2026-11-20T04:00:00Z'
const app = useApp({ at: noon, prepare: ({ db }) => addEarningRules(db) })
const clerk = staffWith({ roles: ['Tasks', 'Customer'] })
const manager = staffWith({ roles: ['Tasks', 'Customer', 'Referrer Listing'] })
beforeAll(async () => {
  const { staffId } = await app.token(manager)
  await app.sql(`update staff set staff_type = 'Outlet Manager' where staff_id = $1`, staffId)
})
beforeEach(() => app.clock.set(noon))

const createTask = async (more: object = {}) =>
  (await app.call(addTask, { Name: 'Call about the ring', DueDate: '2026-11-20T15:00:00', ...more } as never, clerk))
    .body.TaskId

testSetting(
  app,
  'tasks.managersComplete',
  [
    [false, { clerk: 403, manager: 403, hq: 200 }],
    [true, { clerk: 403, manager: 200, hq: 200 }],
  ],
  async () => {
    const statuses: Record<string, number> = {}
    for (const [name, caller] of Object.entries({ clerk, manager, hq }))
      statuses[name] = (await app.call(updateTask, { TaskId: await createTask(), Status: 'Completed' }, caller)).status
    return statuses
  },
)

testSetting(
  app,
  'tasks.creditDays',
  [
    [6, []],
    [7, ['1500.00']],
  ],
  async () => {
    const { CustomerId, MembershipNo } = await member(app.db)
    const TaskId = await createTask({ CustomerId })
    await app.call(addProgressLog, { TaskId, Description: 'called', ContactType: 'Call' } as never, clerk)
    app.clock.advance(7 * 86_400 - 60)
    const sale = { TransactionType: 'N', OutletCode: 'KLCC', InvoiceNo: `C${TaskId}`, Details: [line('1500')] }
    await app.call(addTransaction, { ...sale, MembershipNo } as never, hq)
    return (await app.call(getTask, { TaskId }, hq)).body.Credits.map(({ Amount }) => Amount)
  },
)
