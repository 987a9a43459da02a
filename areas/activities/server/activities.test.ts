import { beforeAll, describe, expect, test } from 'vitest'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import { addActivity, deleteActivity, listActivities, restoreActivity, updateActivity } from '../contract/activities.ts'
import { activityTypes } from '../contract/records.ts'

const at = '2026-05-10T04:00:00Z'
const app = useApp({ at })
const adviser = staffWith({ roles: ['Customer'] })
const colleague = staffWith({ roles: ['Customer', 'Update Member Listing'] })
const elsewhere = staffWith({ roles: ['Customer'], outlet: 'PAV' })

beforeAll(async () => {
  await cardGroup(app.db)
  for (const [ActivityCode, Description] of [
    ['CALL', 'Call'],
    ['CLEANING', 'Ring cleaned'],
  ])
    await app.call(activityTypes.add, { ActivityCode, Description } as never, hq)
})

const addCustomer = async (outlet = 'KLCC') => (await customer(app.db, { RegisteredOutletCode: outlet })).CustomerId
const addActivities = (CustomerId: number | number[], more: object = {}, as: Caller = adviser) =>
  app.call(addActivity, { CustomerId, ActivityCode: 'CALL', ActivityLog: 'Asked about the bracelet', ...more }, as)
const activityTimeline = async (CustomerId: number) =>
  (await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Activity' } }, hq)).body.rows

describe('recorded activities of customers', () => {
  test('activity: a call for several customers records the activity for all or for none, and their timelines show it', async () => {
    const [first, second] = [await addCustomer(), await addCustomer()]
    const added = await addActivities([second, first, second])
    expect(added).toMatchObject({
      status: 201,
      body: {
        count: 2,
        rows: [{ CustomerId: first, Description: 'Call', OutletCode: 'KLCC' }, { CustomerId: second }],
      },
    })
    expect(await activityTimeline(first)).toMatchObject([
      { Subject: 'Call', Detail: 'Asked about the bracelet', OutletCode: 'KLCC' },
    ])
    const { CustomerId: archivedId } = await customer(app.db, { Status: 'Archived' })
    const third = await addCustomer()
    expect((await addActivities([third, archivedId])).status).toBe(409)
    expect(await activityTimeline(third)).toEqual([])
  })

  test('activity: a new activity needs an active type and belongs to the caller’s outlet', async () => {
    const CustomerId = await addCustomer()
    expect(await addActivities(CustomerId, { ActivityCode: 'DANCE' })).toMatchObject({
      status: 400,
      refusal: { message: 'There is no active activity type DANCE' },
    })
    const [pavilion] = await app.sql<{ id: number }>(`select building_id as id from building where code = 'PAV'`)
    expect(await addActivities(CustomerId, { SSOBuildingId: pavilion!.id })).toMatchObject({
      status: 403,
      refusal: { code: 'activities.own_outlet_only' },
    })
    expect(await addActivities(CustomerId, { SSOBuildingId: pavilion!.id }, hq)).toMatchObject({
      status: 201,
      body: { rows: [{ OutletCode: 'PAV' }] },
    })
    expect(await addActivities(CustomerId, { ActivityLog: ' ' })).toMatchObject({ status: 400 })
  })

  test('activity: only the author and head office can change or delete an activity; a deletion can be undone for 30 seconds', async () => {
    const CustomerId = await addCustomer()
    const { ActivityId } = (await addActivities(CustomerId)).body.rows[0]!
    const change = { ActivityId, ActivityCode: 'CLEANING' }
    expect(await app.call(updateActivity, change, colleague)).toMatchObject({
      status: 403,
      refusal: { code: 'activities.others' },
    })
    expect(await app.call(updateActivity, { ...change, Version: 1 }, adviser)).toMatchObject({
      status: 200,
      body: { Description: 'Ring cleaned', Version: 2 },
    })
    expect((await app.call(updateActivity, { ...change, Version: 1 }, adviser)).status).toBe(409)
    expect((await app.call(deleteActivity, { ActivityId }, colleague)).status).toBe(403)
    expect((await app.call(deleteActivity, { ActivityId }, hq)).body.Status).toBe('Deleted')
    expect(await activityTimeline(CustomerId)).toEqual([])
    expect((await app.call(restoreActivity, { ActivityId }, adviser)).body.Status).toBe('Active')
    await app.call(deleteActivity, { ActivityId }, adviser)
    app.clock.advance(31)
    expect(await app.call(restoreActivity, { ActivityId }, adviser)).toMatchObject({
      status: 409,
      refusal: { code: 'activities.undo_over' },
    })
    app.clock.set(at)
  })

  test('activity: staff of other outlets can neither see, add nor delete activities of the customer', async () => {
    const CustomerId = await addCustomer()
    const { ActivityId } = (await addActivities(CustomerId)).body.rows[0]!
    const listed = await app.call(listActivities, { Rows: 1000 }, elsewhere)
    expect(listed.body.rows.some((row) => row.ActivityId === ActivityId)).toBe(false)
    expect((await addActivities(CustomerId, {}, elsewhere)).status).toBe(403)
    expect((await app.call(deleteActivity, { ActivityId }, elsewhere)).status).toBeGreaterThanOrEqual(403)
  })

  test('activity type: a type that activities use cannot be deleted, even by concurrent requests', async () => {
    await app.call(activityTypes.add, { ActivityCode: 'VISIT', Description: 'Visit' } as never, hq)
    const CustomerId = await addCustomer()
    const [added, removed] = await Promise.all([
      addActivities(CustomerId, { ActivityCode: 'VISIT' }),
      app.call(activityTypes.remove, { ActivityCode: 'VISIT' }, hq),
    ])
    expect([added.status, removed.status]).toEqual(added.status === 201 ? [201, 409] : [400, 200])
  })
})

test('activity type: the code cannot be changed, and the description has at most 200 characters', async () => {
  expect(
    await app.call(activityTypes.add, { ActivityCode: 'with space', Description: 'x' } as never, hq),
  ).toMatchObject({ status: 400 })
  expect(
    await app.call(activityTypes.add, { ActivityCode: 'LONG', Description: 'x'.repeat(201) } as never, hq),
  ).toMatchObject({
    status: 400,
    refusal: { details: [{ message: 'Description activity cannot more than 200 character' }] },
  })
  expect(
    (await app.call(activityTypes.update, { ActivityCode: 'CALL', Version: 1, NewCode: 'X' } as never, hq)).status,
  ).toBe(400)
})
