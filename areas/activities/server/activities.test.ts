import { beforeAll, describe, expect, test } from 'vitest'
import { customerTimeline } from '#areas/customers/contract/timeline.ts'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import { addActivity, deleteActivity, listActivities, restoreActivity, updateActivity } from '../contract/activities.ts'
import { activityTypes } from '../contract/activity-types.ts'

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

const person = async (outlet = 'KLCC') => (await customer(app.db, { RegisteredOutletCode: outlet })).CustomerId
const add = (CustomerId: number | number[], more: object = {}, as: Caller = adviser) =>
  app.call(addActivity, { CustomerId, ActivityCode: 'CALL', ActivityLog: 'Asked about the bracelet', ...more }, as)
const feed = async (CustomerId: number) =>
  (await app.call(customerTimeline, { Search: { CustomerId, Kind: 'Activity' } }, hq)).body.rows

describe('an activity', () => {
  test('is written down for many customers or for none, and stands in the story of each', async () => {
    const [one, two] = [await person(), await person()]
    const made = await add([two, one, two])
    expect(made).toMatchObject({
      status: 201,
      body: { count: 2, rows: [{ CustomerId: one, Description: 'Call', OutletCode: 'KLCC' }, { CustomerId: two }] },
    })
    expect(await feed(one)).toMatchObject([{ Subject: 'Call', Detail: 'Asked about the bracelet', OutletCode: 'KLCC' }])
    const { CustomerId: gone } = await customer(app.db, { Status: 'Archived' })
    const three = await person()
    expect((await add([three, gone])).status).toBe(409)
    expect(await feed(three)).toEqual([])
  })

  test('is of a type that is in use, and happens at one’s own outlet', async () => {
    const CustomerId = await person()
    expect(await add(CustomerId, { ActivityCode: 'DANCE' })).toMatchObject({
      status: 400,
      refusal: { message: 'There is no active activity type DANCE' },
    })
    const [pavilion] = await app.sql<{ id: number }>(`select building_id as id from building where code = 'PAV'`)
    expect(await add(CustomerId, { SSOBuildingId: pavilion!.id })).toMatchObject({
      status: 403,
      refusal: { code: 'activities.own_outlet_only' },
    })
    expect(await add(CustomerId, { SSOBuildingId: pavilion!.id }, hq)).toMatchObject({
      status: 201,
      body: { rows: [{ OutletCode: 'PAV' }] },
    })
    expect(await add(CustomerId, { ActivityLog: ' ' })).toMatchObject({ status: 400 })
  })

  test('is changed and taken away by who wrote it and by head office only; a delete is undone for 30 seconds', async () => {
    const CustomerId = await person()
    const { ActivityId } = (await add(CustomerId)).body.rows[0]!
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
    expect(await feed(CustomerId)).toEqual([])
    expect((await app.call(restoreActivity, { ActivityId }, adviser)).body.Status).toBe('Active')
    await app.call(deleteActivity, { ActivityId }, adviser)
    app.clock.advance(31)
    expect(await app.call(restoreActivity, { ActivityId }, adviser)).toMatchObject({
      status: 409,
      refusal: { code: 'activities.undo_over' },
    })
    app.clock.set(at)
  })

  test('of another outlet’s customer is neither seen nor written', async () => {
    const CustomerId = await person()
    const { ActivityId } = (await add(CustomerId)).body.rows[0]!
    const listed = await app.call(listActivities, { Rows: 1000 }, elsewhere)
    expect(listed.body.rows.some((row) => row.ActivityId === ActivityId)).toBe(false)
    expect((await add(CustomerId, {}, elsewhere)).status).toBe(403)
    expect((await app.call(deleteActivity, { ActivityId }, elsewhere)).status).toBeGreaterThanOrEqual(403)
  })

  test('keeps its type from being deleted, also by two at once', async () => {
    await app.call(activityTypes.add, { ActivityCode: 'VISIT', Description: 'Visit' } as never, hq)
    const CustomerId = await person()
    const [made, gone] = await Promise.all([
      add(CustomerId, { ActivityCode: 'VISIT' }),
      app.call(activityTypes.remove, { ActivityCode: 'VISIT' }, hq),
    ])
    expect([made.status, gone.status]).toEqual(made.status === 201 ? [201, 409] : [400, 200])
  })
})

test('the code of a type stays as it was given, and its description has 200 characters at most', async () => {
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
