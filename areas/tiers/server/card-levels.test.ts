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

// 02:00 on the wall in Kuala Lumpur, still the day before in London.
const app = useApp({ at: '2026-05-09T18:00:00Z' })
const setter = staffWith({ roles: ['Card Category'], outlet: 'HQ' })

describe('card levels', () => {
  test('need a category and an amount only, and begin today in the business zone', async () => {
    const { CardCategoryId, Code } = await category(app.db)
    const reply = await app.call(addCardLevel, { CardCategoryId, FirstSalesAmount: 500 }, setter)
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
  ])('with %j are refused', async (more, status) => {
    const { CardCategoryId } = await category(app.db)
    expect((await app.call(addCardLevel, { CardCategoryId, FirstSalesAmount: 1, ...more }, setter)).status).toBe(status)
  })

  test.each([
    ['2026-01-01', '2026-06-30', 201],
    ['2026-06-30', '2026-07-15', 409],
    ['2026-07-31', null, 409],
    ['2026-08-01', null, 201],
  ])('from %s to %s beside one of July', async (EffectiveFrom, EffectiveTo, status) => {
    const { CardCategoryId } = await category(app.db)
    await level(app.db, CardCategoryId, { EffectiveFrom: '2026-07-01', EffectiveTo: '2026-07-31' })
    const reply = await app.call(
      addCardLevel,
      { CardCategoryId, FirstSalesAmount: 1, EffectiveFrom, EffectiveTo },
      setter,
    )
    expect(reply.status).toBe(status)
    const refused = status === 409 ? 'The card category already has another active level in this period' : undefined
    expect(reply.refusal.message).toBe(refused)
  })

  test('overlap only while both are Active', async () => {
    const { CardCategoryId } = await category(app.db)
    const first = await level(app.db, CardCategoryId, { Status: 'Inactive' })
    await level(app.db, CardCategoryId)
    const wake = () =>
      app.call(updateCardLevel, { CardLevelId: first.CardLevelId, Version: 1, Status: 'Active' }, setter)
    expect(await wake()).toMatchObject({ status: 409, refusal: { code: 'memberships.card_level_overlap' } })
  })

  test('added twice at once are one', async () => {
    const { CardCategoryId } = await category(app.db)
    const replies = await Promise.all(
      [1, 2, 3, 4].map((FirstSalesAmount) => app.call(addCardLevel, { CardCategoryId, FirstSalesAmount }, setter)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('that were deleted come back, unless another took the period', async () => {
    const { CardCategoryId } = await category(app.db)
    const { CardLevelId } = await level(app.db, CardCategoryId)
    expect(await app.call(deleteCardLevel, { CardLevelId }, setter)).toMatchObject({
      status: 200,
      body: { Status: 'Deleted' },
    })
    expect(await app.call(restoreCardLevel, { CardLevelId }, setter)).toMatchObject({
      status: 200,
      body: { Status: 'Active' },
    })
    await app.call(deleteCardLevel, { CardLevelId }, setter)
    await level(app.db, CardCategoryId)
    expect(await app.call(restoreCardLevel, { CardLevelId }, setter)).toMatchObject({
      status: 409,
      refusal: { code: 'memberships.card_level_overlap' },
    })
  })
})

describe('the level that an amount reaches', () => {
  const reached = async (amount: string | number, CardGroupId?: number) =>
    app.call(
      listCardLevels,
      { Search: { Status: 'Active', FirstSalesAmount: amount, ...(CardGroupId && { CardGroupId }) } } as never,
      outletStaff,
    )

  test('is the highest first, of those that run today', async () => {
    await app.sql('update card_level set status = $1', 'Inactive')
    const [low, high, old, late, closed] = [
      await category(app.db),
      await category(app.db),
      await category(app.db),
      await category(app.db),
      await category(app.db, { Status: 'Inactive' }),
    ]
    await level(app.db, low.CardCategoryId, { FirstSalesAmount: '500' })
    await level(app.db, high.CardCategoryId, { FirstSalesAmount: '8000' })
    await level(app.db, old.CardCategoryId, { FirstSalesAmount: '100', EffectiveTo: '2026-05-09' })
    await level(app.db, late.CardCategoryId, { FirstSalesAmount: '100', EffectiveFrom: '2026-05-11' })
    await level(app.db, closed.CardCategoryId, { FirstSalesAmount: '100' })

    const codes = async (amount: string) =>
      (await reached(amount)).body.rows.map(({ CardCategoryCode }) => CardCategoryCode)
    expect(await codes('8000')).toEqual([high.Code, low.Code])
    expect(await codes('7999.99')).toEqual([low.Code])
    expect(await reached('499.99')).toMatchObject({
      status: 404,
      refusal: { message: 'Failed to get card level detail' },
    })
    expect(await reached('')).toMatchObject({ status: 200 })
  })
})
