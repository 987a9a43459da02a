import { describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup, category, level, membership, newCardGroup } from '#tests/factories/memberships.ts'
import { outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  addCardCategory,
  deleteCardCategory,
  getCardCategory,
  listCardCategories,
  restoreCardCategory,
  updateCardCategory,
} from '../contract/card-categories.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const setter = staffWith({ roles: ['Card Category'], outlet: 'HQ' })
let last = 0
const wanted = async (more: object = {}) => ({
  Code: `tier_${++last}`,
  Name: 'Gold',
  CardGroupId: (await cardGroup(app.db)).GroupId,
  LevelSequence: 50 + last,
  Color: '#D4AF37',
  ...more,
})

describe('card categories', () => {
  test('are created with the code in capitals and the colour in one form', async () => {
    const reply = await app.call(addCardCategory, await wanted({ Code: 'gold' }), setter)
    expect(reply).toMatchObject({
      status: 201,
      body: { Code: 'GOLD', Color: '#d4af37', Status: 'Active', CardGroupName: 'Jewel Club', Version: 1 },
    })
    expect((await app.call(getCardCategory, { Code: 'gold' }, outletStaff)).body.CardCategoryId).toBe(
      reply.body.CardCategoryId,
    )
    expect((await app.call(getCardCategory, { CardCategoryId: reply.body.CardCategoryId })).body.Code).toBe('GOLD')
  })

  test.each([
    [{ Code: 'with blank' }, 400],
    [{ Color: 'gold' }, 400],
    [{ LevelSequence: 0 }, 400],
    [{ LevelSequence: 1.5 }, 400],
    [{ Name: '' }, 400],
    [{ CardGroupId: 99_999 }, 409],
  ])('with %j are refused', async (more, status) => {
    expect((await app.call(addCardCategory, (await wanted(more)) as never, setter)).status).toBe(status)
  })

  test.each(['Inactive', 'Deleted'] as const)('are not created in a group that is %s', async (Status) => {
    const { GroupId } = await newCardGroup(app.db, { Status })
    expect(await app.call(addCardCategory, await wanted({ CardGroupId: GroupId }), setter)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.card_category_group_unknown' },
    })
  })

  test('of one code or one place in the group are refused, also to two at once', async () => {
    const one = await wanted({ Code: 'SAME' })
    const replies = await Promise.all(
      [one, { ...one, LevelSequence: one.LevelSequence + 20 }].map((body) => app.call(addCardCategory, body, setter)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal.message).toBe(
      'There is already a card category with the code SAME',
    )

    const place = { ...(await wanted()), LevelSequence: (await category(app.db)).LevelSequence }
    expect(await app.call(addCardCategory, place, setter)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.card_category_sequence_taken' },
    })
  })

  test('keep code and group for ever', async () => {
    const { CardCategoryId } = await category(app.db)
    expect(
      await app.call(
        updateCardCategory,
        { CardCategoryId, Version: 1, Code: 'OTHER', Name: 'Platinum' } as never,
        setter,
      ),
    ).toMatchObject({ status: 200, body: { CardCategoryId, Name: 'Platinum', Version: 2 } })
    const { body } = await app.call(getCardCategory, { CardCategoryId }, setter)
    expect(body.Code).not.toBe('OTHER')
    expect(await app.call(updateCardCategory, { CardCategoryId, Version: 1, Name: 'x' }, setter)).toMatchObject({
      status: 409,
      refusal: { current: { Name: 'Platinum' } },
    })
  })

  test('in use cannot be deleted, and the answer says by how many', async () => {
    const made = await category(app.db)
    await level(app.db, made.CardCategoryId)
    const { CustomerId } = await customer(app.db)
    await membership(app.db, { CustomerId, MemberType: 'Premium Member', CardCategoryCode: made.Code })
    expect(await app.call(deleteCardCategory, { CardCategoryId: made.CardCategoryId }, setter)).toMatchObject({
      status: 409,
      refusal: { message: 'The card category is used by 1 members and 1 card levels' },
    })
  })

  test('that were deleted come back within 30 seconds', async () => {
    const { CardCategoryId, Code } = await category(app.db)
    expect(await app.call(deleteCardCategory, { CardCategoryId }, setter)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
    expect(await app.call(getCardCategory, { Code })).toMatchObject({ status: 404 })
    expect(await app.call(restoreCardCategory, { CardCategoryId }, setter)).toMatchObject({
      status: 200,
      body: { Status: 'Active' },
    })
    await app.call(deleteCardCategory, { CardCategoryId }, setter)
    app.clock.advance(31)
    expect(await app.call(restoreCardCategory, { CardCategoryId }, setter)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.undo_over' },
    })
  })

  test('are listed by their place, by code and name', async () => {
    const { rows } = (await app.call(listCardCategories, { Rows: 100 }, outletStaff)).body
    expect(rows.map(({ LevelSequence }) => LevelSequence)).toEqual(
      rows.map(({ LevelSequence }) => LevelSequence).toSorted((a, b) => a - b),
    )
    expect((await app.call(listCardCategories, { Search: { Code: 'go' } })).body.rows).toMatchObject([{ Code: 'GOLD' }])
    expect(await app.call(addCardCategory, await wanted(), staffWith({ roles: ['Card Group'] }))).toMatchObject({
      status: 403,
    })
  })
})
