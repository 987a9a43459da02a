import { describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { category, createCardGroup, membership } from '#tests/factories/memberships.ts'
import { outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { cardGroups } from '../contract/records.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const groupStaff = staffWith({ roles: ['Card Group'], outlet: 'HQ' })

describe('setup of card groups', () => {
  test('card groups: a new group is Active and has an audit entry with the text of the specification', async () => {
    const reply = await app.call(
      cardGroups.add,
      { Name: ' Jewel Club ', Description: 'Members of the house' },
      groupStaff,
    )
    expect(reply).toMatchObject({ status: 201, body: { Name: 'Jewel Club', Status: 'Active', Version: 1 } })
    await app.call(cardGroups.update, { GroupId: reply.body.GroupId, Version: 1, Status: 'Inactive' }, groupStaff)
    const log = await app.sql<{ log_text: string }>(
      "select log_text from audit_log where object_type = 'CardGroup' order by audit_log_id",
    )
    expect(log.map(({ log_text }) => log_text)).toEqual([
      `Create Card Group in Card Group. GroupId - ${reply.body.GroupId}`,
      `Update Card Group in Card Group. GroupId - ${reply.body.GroupId}`,
    ])
  })

  test.each([
    [{ Description: 'x' }, 'Please input name.'],
    [{ Name: '  ', Description: 'x' }, 'Please input name.'],
    [{ Name: 'x' }, 'Please input description.'],
    [{ Name: 'x'.repeat(21), Description: 'x' }, 'The maximum length is 20'],
    [{ Name: 'x', Description: 'x'.repeat(301) }, 'The maximum length is 300'],
    [{ Name: 'x', Description: 'x', Status: 'Deleted' }, expect.anything()],
    [{ Name: 'x', Description: 'x', GroupId: 5 }, 'Unknown field: GroupId'],
  ])('card groups: an invalid value is rejected (%j)', async (body, message) => {
    expect(await app.call(cardGroups.add, body as never, groupStaff)).toMatchObject({
      status: 400,
      refusal: { message },
    })
  })

  test('card groups: names are unique regardless of case, even if two groups are added at once', async () => {
    const replies = await Promise.all(
      ['Twin', 'TWIN'].map((Name) => app.call(cardGroups.add, { Name, Description: 'x' }, groupStaff)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal.code).toBe('memberships.card_group_name_taken')
  })

  test('card groups: a group in use cannot be deleted, and the error states how many records use it', async () => {
    const group = await createCardGroup(app.db)
    await category(app.db, { CardGroupId: group.GroupId })
    const { CustomerId } = await customer(app.db)
    await membership(app.db, { CustomerId, CardGroupId: group.GroupId })
    expect(await app.call(cardGroups.remove, { GroupId: group.GroupId }, groupStaff)).toMatchObject({
      status: 409,
      refusal: {
        message: 'The card group is used by 1 card categories and 1 memberships',
        params: { Categories: 1, Memberships: 1 },
      },
    })
  })

  test('card groups: a deleted group can be restored for 30 seconds with its status, unless its name is used again', async () => {
    const group = await createCardGroup(app.db, { Status: 'Inactive' })
    const { GroupId, Name } = group
    expect(await app.call(cardGroups.restore, { GroupId }, groupStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.card_group_not_deleted' },
    })
    expect(await app.call(cardGroups.remove, { GroupId }, groupStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
    expect(await app.call(cardGroups.remove, { GroupId }, groupStaff)).toMatchObject({ status: 409 })
    expect(await app.call(cardGroups.update, { GroupId, Version: 2, Name: 'x' }, groupStaff)).toMatchObject({
      status: 409,
    })
    expect(await app.call(cardGroups.get, { GroupId })).toMatchObject({ status: 404 })
    expect(await app.call(cardGroups.restore, { GroupId }, groupStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Inactive', Version: 3 },
    })
    await app.call(cardGroups.remove, { GroupId }, groupStaff)
    await createCardGroup(app.db, { Name })
    expect(await app.call(cardGroups.restore, { GroupId }, groupStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.card_group_name_taken' },
    })
    app.clock.advance(31)
    expect(await app.call(cardGroups.restore, { GroupId }, groupStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.undo_over' },
    })
  })

  test('card groups: of two concurrent updates the second is refused, and its error has the values of the first', async () => {
    const { GroupId } = await createCardGroup(app.db)
    const replies = await Promise.all(
      ['One', 'Two'].map((Description) =>
        app.call(cardGroups.update, { GroupId, Version: 1, Description }, groupStaff),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const savedDescription = replies.find(({ status }) => status === 200)!.body.Description
    expect(replies.find(({ status }) => status === 409)?.refusal).toMatchObject({
      code: 'kit.stale',
      current: { Description: savedDescription, Version: 2 },
    })
  })

  test('card groups: all staff can list card groups, and deleted groups are listed only on request', async () => {
    await createCardGroup(app.db, { Name: 'Gone', Status: 'Deleted' })
    const names = async (Search: object) =>
      (await app.call(cardGroups.list, { Search, Rows: 100 }, outletStaff)).body.rows.map(({ Name }) => Name)
    expect(await names({ Name: 'gone' })).toEqual([])
    expect(await names({ Status: 'Deleted', Name: 'gone' })).toEqual(['Gone'])
    expect(await names({ Name: '%' })).toEqual([])
    expect(await app.call(cardGroups.add, { Name: 'x', Description: 'x' }, outletStaff)).toMatchObject({ status: 403 })
  })
})
