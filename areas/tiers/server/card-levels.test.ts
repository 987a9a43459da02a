import { describe, expect, test } from 'vitest'
import { category, level } from '#tests/factories/memberships.ts'
import { outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  addCardLevel,
  deleteCardLevel,
  getCardLevel,
  listCardLevels,
  restoreCardLevel,
  updateCardLevel,
} from '../contract/card-levels.ts'

// 02:00 in Kuala Lumpur, which is still the previous day in UTC.
const app = useApp({ at: '2026-05-09T18:00:00Z' })
const categoryStaff = staffWith({ roles: ['Card Category'], outlet: 'HQ' })

describe('setup of card levels', () => {
  test('card levels: only category and amount are required, and by default a level starts today in the business time zone', async () => {
    const { CardCategoryId, Code } = await category(app.db)
    const reply = await app.call(addCardLevel, { CardCategoryId, FirstSalesAmount: 500 }, categoryStaff)
    expect(reply).toMatchObject({
      status: 201,
      body: {
        CardCategoryCode: Code,
        FirstSalesAmount: '500.00',
        AccumulateAmount: '0.00',
        CycleMonths: 12,
        GraceDays: 30,
        DowngradeMode: 'One level',
        PointMultiplier: '1.00',
        PointValidityMonths: null,
        EffectiveFrom: '2026-05-10',
        EffectiveTo: null,
        Status: 'Active',
      },
    })
    expect((await app.call(getCardLevel, { CardLevelId: reply.body.CardLevelId }, outletStaff)).body).toEqual(
      reply.body,
    )
  })

  test.each([
    [{ FirstSalesAmount: -1 }, 400],
    [{ FirstSalesAmount: '1.005' }, 400],
    [{ PointMultiplier: 101 }, 400],
    [{ CycleMonths: 0 }, 400],
    [{ EffectiveFrom: '2026-05-10', EffectiveTo: '2026-05-09' }, 400],
    [{ EffectiveFrom: '2026-02-30' }, 400],
    [{ CardCategoryId: 99_999 }, 409],
  ])('card levels: an invalid value is rejected (%j)', async (fields, status) => {
    const { CardCategoryId } = await category(app.db)
    expect(
      (await app.call(addCardLevel, { CardCategoryId, FirstSalesAmount: 1, ...fields }, categoryStaff)).status,
    ).toBe(status)
  })

  test.each([
    ['2026-01-01', '2026-06-30', 201],
    ['2026-06-30', '2026-07-15', 409],
    ['2026-07-31', null, 409],
    ['2026-08-01', null, 201],
  ])(
    'card levels: a new level from %s to %s beside an Active level for July gets status %i',
    async (EffectiveFrom, EffectiveTo, status) => {
      const { CardCategoryId } = await category(app.db)
      await level(app.db, CardCategoryId, { EffectiveFrom: '2026-07-01', EffectiveTo: '2026-07-31' })
      const reply = await app.call(
        addCardLevel,
        { CardCategoryId, FirstSalesAmount: 1, EffectiveFrom, EffectiveTo },
        categoryStaff,
      )
      expect(reply.status).toBe(status)
      const message = status === 409 ? 'The card category already has another active level in this period' : undefined
      expect(reply.refusal.message).toBe(message)
    },
  )

  test('card levels: two levels of one category may overlap if one of them is Inactive', async () => {
    const { CardCategoryId } = await category(app.db)
    const first = await level(app.db, CardCategoryId, { Status: 'Inactive' })
    await level(app.db, CardCategoryId)
    const activate = () =>
      app.call(updateCardLevel, { CardLevelId: first.CardLevelId, Version: 1, Status: 'Active' }, categoryStaff)
    expect(await activate()).toMatchObject({ status: 409, refusal: { code: 'memberships.card_level_overlap' } })
  })

  test('card levels: of two levels added at once for the same period one is refused', async () => {
    const { CardCategoryId } = await category(app.db)
    const replies = await Promise.all(
      [1, 2, 3, 4].map((FirstSalesAmount) =>
        app.call(addCardLevel, { CardCategoryId, FirstSalesAmount }, categoryStaff),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('card levels: a deleted level can be restored unless another level has its period by then', async () => {
    const { CardCategoryId } = await category(app.db)
    const { CardLevelId } = await level(app.db, CardCategoryId)
    expect(await app.call(deleteCardLevel, { CardLevelId }, categoryStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
    expect(await app.call(restoreCardLevel, { CardLevelId }, categoryStaff)).toMatchObject({
      status: 200,
      body: { Status: 'Active' },
    })
    await app.call(deleteCardLevel, { CardLevelId }, categoryStaff)
    await level(app.db, CardCategoryId)
    expect(await app.call(restoreCardLevel, { CardLevelId }, categoryStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.card_level_overlap' },
    })
  })
})

describe('look-up of card levels by amount', () => {
  const findLevels = async (amount: string | number, CardGroupId?: number) =>
    app.call(
      listCardLevels,
      { Search: { Status: 'Active', FirstSalesAmount: amount, ...(CardGroupId && { CardGroupId }) } } as never,
      outletStaff,
    )

  test('card level look-up by amount: the levels in force today are returned, highest first', async () => {
    await app.sql('update card_level set status = $1', 'Inactive')
    const [low, high, expired, future, closed] = [
      await category(app.db),
      await category(app.db),
      await category(app.db),
      await category(app.db),
      await category(app.db, { Status: 'Inactive' }),
    ]
    await level(app.db, low.CardCategoryId, { FirstSalesAmount: '500' })
    await level(app.db, high.CardCategoryId, { FirstSalesAmount: '8000' })
    await level(app.db, expired.CardCategoryId, { FirstSalesAmount: '100', EffectiveTo: '2026-05-09' })
    await level(app.db, future.CardCategoryId, { FirstSalesAmount: '100', EffectiveFrom: '2026-05-11' })
    await level(app.db, closed.CardCategoryId, { FirstSalesAmount: '100' })

    const codes = async (amount: string) =>
      (await findLevels(amount)).body.rows.map(({ CardCategoryCode }) => CardCategoryCode)
    expect(await codes('8000')).toEqual([high.Code, low.Code])
    expect(await codes('7999.99')).toEqual([low.Code])
    expect(await findLevels('499.99')).toMatchObject({
      status: 404,
      refusal: { message: 'Failed to get card level detail' },
    })
    expect(await findLevels('')).toMatchObject({ status: 200 })
  })
})
