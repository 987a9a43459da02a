import { describe, expect, test } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup, category, createCardGroup, level, membership } from '#tests/factories/memberships.ts'
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
const categoryStaff = staffWith({ roles: ['Card Category'], outlet: 'HQ' })
let sequence = 0
const newCategory = async (fields: object = {}) => ({
  Code: `tier_${++sequence}`,
  Name: 'Gold',
  CardGroupId: (await cardGroup(app.db)).GroupId,
  LevelSequence: 50 + sequence,
  Color: '#D4AF37',
  ...fields,
})

describe('setup of card categories', () => {
  test('card categories: the code is stored in capitals and the colour in lower case', async () => {
    const reply = await app.call(addCardCategory, await newCategory({ Code: 'gold' }), categoryStaff)
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
  ])('card categories: an invalid value is rejected (%j)', async (fields, status) => {
    expect((await app.call(addCardCategory, (await newCategory(fields)) as never, categoryStaff)).status).toBe(status)
  })

  test.each(['Inactive', 'Deleted'] as const)(
    'card categories: a new category in a group that is %s is refused',
    async (Status) => {
      const { GroupId } = await createCardGroup(app.db, { Status })
      expect(await app.call(addCardCategory, await newCategory({ CardGroupId: GroupId }), categoryStaff)).toMatchObject(
        {
          status: 409,
          refusal: { code: 'memberships.card_category_group_unknown' },
        },
      )
    },
  )

  test('card categories: code and level sequence must be unique in the group, even if two are added at once', async () => {
    const input = await newCategory({ Code: 'SAME' })
    const replies = await Promise.all(
      [input, { ...input, LevelSequence: input.LevelSequence + 20 }].map((body) =>
        app.call(addCardCategory, body, categoryStaff),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.refusal.message).toBe(
      'There is already a card category with the code SAME',
    )

    const inputWithTakenSequence = { ...(await newCategory()), LevelSequence: (await category(app.db)).LevelSequence }
    expect(await app.call(addCardCategory, inputWithTakenSequence, categoryStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.card_category_sequence_taken' },
    })
  })

  test('card categories: an update cannot change the code', async () => {
    const { CardCategoryId } = await category(app.db)
    expect(
      await app.call(
        updateCardCategory,
        { CardCategoryId, Version: 1, Code: 'OTHER', Name: 'Platinum' } as never,
        categoryStaff,
      ),
    ).toMatchObject({ status: 200, body: { CardCategoryId, Name: 'Platinum', Version: 2 } })
    const { body } = await app.call(getCardCategory, { CardCategoryId }, categoryStaff)
    expect(body.Code).not.toBe('OTHER')
    expect(await app.call(updateCardCategory, { CardCategoryId, Version: 1, Name: 'x' }, categoryStaff)).toMatchObject({
      status: 409,
      refusal: { current: { Name: 'Platinum' } },
    })
  })

  test('card categories: a category in use cannot be deleted, and the error states how many records use it', async () => {
    const usedCategory = await category(app.db)
    await level(app.db, usedCategory.CardCategoryId)
    const { CustomerId } = await customer(app.db)
    await membership(app.db, { CustomerId, MemberType: 'Premium Member', CardCategoryCode: usedCategory.Code })
    expect(
      await app.call(deleteCardCategory, { CardCategoryId: usedCategory.CardCategoryId }, categoryStaff),
    ).toMatchObject({
      status: 409,
      refusal: { message: 'The card category is used by 1 members and 1 card levels' },
    })
  })

  test('card categories: a deleted category can be restored within 30 seconds', async () => {
    const { CardCategoryId, Code } = await category(app.db)
    expect(await app.call(deleteCardCategory, { CardCategoryId }, categoryStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
    expect(await app.call(getCardCategory, { Code })).toMatchObject({ status: 404 })
    expect(await app.call(restoreCardCategory, { CardCategoryId }, categoryStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Active' },
    })
    await app.call(deleteCardCategory, { CardCategoryId }, categoryStaff)
    app.clock.advance(31)
    expect(await app.call(restoreCardCategory, { CardCategoryId }, categoryStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.undo_over' },
    })
  })

  test('card categories: the list is sorted by level sequence and can be filtered by code', async () => {
    const { rows } = (await app.call(listCardCategories, { Rows: 100 }, outletStaff)).body
    expect(rows.map(({ LevelSequence }) => LevelSequence)).toEqual(
      rows.map(({ LevelSequence }) => LevelSequence).toSorted((a, b) => a - b),
    )
    expect((await app.call(listCardCategories, { Search: { Code: 'go' } })).body.rows).toMatchObject([{ Code: 'GOLD' }])
    expect(await app.call(addCardCategory, await newCategory(), staffWith({ roles: ['Card Group'] }))).toMatchObject({
      status: 403,
    })
  })
})
