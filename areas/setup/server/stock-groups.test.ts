import { expect, test } from 'vitest'
import { addRewardObject } from '#areas/rewards/contract/reward-objects.ts'
import { reward } from '#tests/factories/rewards.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { stockGroups } from '../contract/records.ts'
import { getStockGroups } from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const add = (input: object, as = hq) => app.call(stockGroups.add, input as never, as)

test('stock group: a new group has a name and a unique code in capitals', async () => {
  expect((await add({ Code: 'd01', Name: 'Diamonds' })).body).toMatchObject({ Code: 'D01', Status: 'Active' })
  expect((await add({ Code: 'D01', Name: 'Again' })).status).toBe(409)
  for (const Code of ['D 02', 'D-02', '', 'X'.repeat(41)]) expect((await add({ Code, Name: 'x' })).status).toBe(400)
  expect((await add({ Code: 'D02', Name: 'x' }, staffWith({ roles: ['Customer'] }))).status).toBe(403)
  const { body } = await app.call(stockGroups.list, { Search: { Name: 'diam' } }, hq)
  expect(body.rows).toMatchObject([{ Code: 'D01', Name: 'Diamonds' }])
})

test('stock group: a group that rewards use cannot be deleted, and an inactive group cannot be chosen', async () => {
  await add({ Code: 'P01', Name: 'Pearls' })
  const { RewardId } = await reward(app.db)
  const chooseStockGroup = () =>
    app.call(addRewardObject, { RewardId, ObjectType: 'ProntoStockGroup', ObjectValue: 'P01' } as never, hq)
  expect((await chooseStockGroup()).status).toBe(201)
  const removed = await app.call(stockGroups.remove, { Code: 'P01' } as never, hq)
  expect(removed).toMatchObject({ status: 409, refusal: { message: expect.stringContaining('1 rewards') } })
  await app.call(stockGroups.update, { Code: 'P01', Version: 1, Status: 'Inactive' } as never, hq)
  const available = await app.call(getStockGroups, {}, hq)
  expect(available.body.rows.map(({ Code }) => Code)).not.toContain('P01')
  const otherReward = await reward(app.db)
  const lateChoice = { RewardId: otherReward.RewardId, ObjectType: 'ProntoStockGroup', ObjectValue: 'P01' }
  expect((await app.call(addRewardObject, lateChoice as never, hq)).status).toBe(409)
})
