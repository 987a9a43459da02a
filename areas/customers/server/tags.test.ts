import { beforeAll, describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { addTag, deleteTag, getTag, listTags, restoreTag, TAGS_PER_CUSTOMER_MAX } from '../contract/tags.ts'

const at = '2026-05-10T04:00:00Z'
const app = useApp({ at })
beforeAll(async () => {
  await cardGroup(app.db)
})
const createCustomer = async () => (await customer(app.db)).CustomerId

describe('tags', () => {
  test('tags: a tag is added to all given customers, or to no customer if one of them cannot have the tag', async () => {
    const [firstId, secondId] = [await createCustomer(), await createCustomer()]
    expect(await app.call(addTag, { CustomerId: [secondId, firstId, secondId], Name: 'VIP' })).toMatchObject({
      status: 201,
      body: { count: 2, rows: [{ Name: 'VIP', Status: 'Active' }, { Name: 'VIP' }] },
    })
    const third = await createCustomer()
    expect(await app.call(addTag, { CustomerId: [third, firstId], Name: 'vip' })).toMatchObject({
      status: 409,
      refusal: { message: 'The customer already has the tag vip' },
    })
    expect((await app.call(listTags, { Search: { CustomerId: third } })).body.count).toBe(0)
  })

  test('tags: concurrent calls with the same tag add the tag to a customer once', async () => {
    const CustomerId = await createCustomer()
    const replies = await Promise.all([1, 2, 3, 4].map(() => app.call(addTag, { CustomerId, Name: 'Gold lover' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('tags: a removed tag can be restored for 30 seconds', async () => {
    const CustomerId = await createCustomer()
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

  test('tags: archived, merged and deleted customers cannot get a tag', async () => {
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

  test('tags: a customer has at most twenty tags', async () => {
    const CustomerId = await createCustomer()
    for (let index = 0; index < TAGS_PER_CUSTOMER_MAX; index++)
      await app.call(addTag, { CustomerId, Name: `Tag ${index}` })
    expect(await app.call(addTag, { CustomerId, Name: 'One more' })).toMatchObject({
      status: 409,
      refusal: { code: 'data-quality.too_many_tags' },
    })
  })

  test('tags: an outlet does not see tags of another outlet’s customers', async () => {
    const { CustomerId } = await customer(app.db, { RegisteredOutletCode: 'PAV' })
    const { TagId } = (await app.call(addTag, { CustomerId, Name: 'VIP' })).body.rows[0]!
    const keeper = staffWith({ roles: ['Update Member Listing'] })
    expect((await app.call(getTag, { TagId }, keeper)).status).toBe(403)
  })
})
