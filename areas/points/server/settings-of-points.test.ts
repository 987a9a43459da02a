import { expect, test } from 'vitest'
import { getLiability } from '#areas/expiry/contract/liability.ts'
import { resetSetting, type SettingName, updateSetting } from '#areas/setup/contract/settings.ts'
import { earningRules, member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import { addAdjustment } from '../contract.ts'

// A setting that changes nothing does not belong into the settings: each is turned on and off again here.

const app = useApp({ at: '2026-11-21T04:00:00Z', prepare: ({ db }) => earningRules(db) })
const manager = staffWith({ roles: ['Point Adjustment'], privileges: ['Adjust Points'] })

const give = async (points: number, caller: Caller = hq) => {
  const { MembershipNo } = await member(app.db)
  const wish = { MembershipNo, TransactionType: 'Adjust In', PointAmount: points, ReasonCode: 'Goodwill', Remark: 'x' }
  return (await app.call(addAdjustment, wish as never, caller)).body.Status
}
const set = async (Name: SettingName, Value: string | number) =>
  expect((await app.call(updateSetting, { Name, Version: 0, Value })).status).toBe(200)
const reset = (Name: SettingName) => app.call(resetSetting, { Name, Version: 1 })

test.each([
  ['adjustment.limitHQ', hq],
  ['adjustment.limitManager', manager],
] as const)('%s says from how many points on a second person is asked', async (name, caller) => {
  await set(name, 10)
  expect([await give(10, caller), await give(11, caller)]).toEqual(['Active', 'Pending approval'])
  await reset(name)
  expect(await give(11, caller)).toBe('Active')
})

test('points.costPerPoint says what the points that are outstanding cost', async () => {
  const value = async () => {
    const { Outstanding, Value } = (await app.call(getLiability, {}, hq)).body
    return Number(Value) / Outstanding
  }
  await give(1_000)
  await set('points.costPerPoint', '0.2000')
  expect(await value()).toBeCloseTo(0.2)
  await reset('points.costPerPoint')
  expect(await value()).toBeCloseTo(0.05)
})
