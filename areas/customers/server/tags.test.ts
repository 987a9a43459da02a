import { beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { addTag, deleteTag, getTag, listTags, restoreTag, TAGS_MAX } from '../contract/tags.ts'

const at = '2026-05-10T04:00:00Z'
const app = useApp({ at })
beforeAll(async () => {
  await cardGroup(app.db)
})
const person = async () => (await customer(app.db)).CustomerId

describe('a tag', () => {
  test('is put on many customers, on all of them or on none', async () => {
    const [one, two] = [await person(), await person()]
    expect(await app.call(addTag, { CustomerId: [two, one, two], Name: 'VIP' })).toMatchObject({
      status: 201,
      body: { count: 2, rows: [{ Name: 'VIP', Status: 'Active' }, { Name: 'VIP' }] },
    })
    const third = await person()
    expect(await app.call(addTag, { CustomerId: [third, one], Name: 'vip' })).toMatchObject({
      status: 409,
      refusal: { message: 'The customer already has the tag vip' },
    })
    expect((await app.call(listTags, { Search: { CustomerId: third } })).body.count).toBe(0)
  })

  test('is put on once by many at the same time', async () => {
    const CustomerId = await person()
    const replies = await Promise.all([1, 2, 3, 4].map(() => app.call(addTag, { CustomerId, Name: 'Gold lover' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('can be taken off, and put back for thirty seconds', async () => {
    const CustomerId = await person()
    const { TagId } = (await app.call(addTag, { CustomerId, Name: 'Bridal' })).body.rows[0]!
    expect(await app.call(deleteTag, { TagId })).toMatchObject({ status: 200, body: { Status: 'Deleted' } })
    expect((await app.call(deleteTag, { TagId })).status).toBe(409)
    expect((await app.call(listTags, { Search: { CustomerId } })).body.count).toBe(0)
    expect(await app.call(restoreTag, { TagId })).toMatchObject({ status: 200, body: { Status: 'Active' } })
    expect((await app.call(getTag, { TagId })).body).toMatchObject({ Name: 'Bridal', Status: 'Active' })
    await app.call(deleteTag, { TagId })
    app.clock.advance(31)
    expect(await app.call(restoreTag, { TagId })).toMatchObject({
      status: 409,
      refusal: { code: 'data-quality.undo_over' },
    })
    app.clock.set(at)
  })

  test('is put on nobody who is archived, merged or gone', async () => {
    for (const [Status, status] of [
      ['Archived', 409],
      ['Merged', 409],
      ['Deleted', 404],
    ] as const) {
      const { CustomerId } = await customer(app.db, { Status })
      expect({ Status, status: (await app.call(addTag, { CustomerId, Name: 'VIP' })).status }).toEqual({
        Status,
        status,
      })
    }
  })

  test('is one of twenty at most', async () => {
    const CustomerId = await person()
    for (let place = 0; place < TAGS_MAX; place++) await app.call(addTag, { CustomerId, Name: `Tag ${place}` })
    expect(await app.call(addTag, { CustomerId, Name: 'One more' })).toMatchObject({
      status: 409,
      refusal: { code: 'data-quality.too_many_tags' },
    })
  })

  test('of another outlet’s customer is not shown to an outlet', async () => {
    const { CustomerId } = await customer(app.db, { RegisteredOutletCode: 'PAV' })
    const { TagId } = (await app.call(addTag, { CustomerId, Name: 'VIP' })).body.rows[0]!
    const keeper = staffWith({ roles: ['Update Member Listing'] })
    expect((await app.call(getTag, { TagId }, keeper)).status).toBe(403)
  })
})
