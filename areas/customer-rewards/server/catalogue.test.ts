import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { approveRequest, getApproval } from '#areas/approvals/contract.ts'
import * as inventory from '#areas/rewards/contract/inventory.ts'
import { addRewardObject } from '#areas/rewards/contract/reward-objects.ts'
import * as catalogue from '#areas/rewards/contract/rewards.ts'
import { getMenuBadges } from '#areas/workspace/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import { blackPng, file, upload } from '#tests/factories/media.ts'
import { points, reward, stock } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'carat-rewards-'))
const app = useApp({ at: '2026-05-10T04:00:00Z', storage: openFileStorage({ dataDir }) })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const counter = staffWith({ roles: ['Redeem Rewards', 'Collect Rewards'] })
const outletUser = staffWith({ roles: ['Rewards'] })
const approver = staffWith({ roles: ['Rewards'], privileges: ['Approve Requests'], outlet: 'HQ' })
let created = 0
const gift = (more: object = {}) => ({
  Code: `BOX_${++created}`,
  Name: 'Ring box',
  Type: 'Premium Gift' as const,
  PointDeduct: 100,
  Status: 'Active' as const,
  ...more,
})
const add = async (more: object = {}) => (await app.call(catalogue.addReward, gift(more), hq)).body
const readReward = async (RewardId: number) => (await app.call(catalogue.getReward, { RewardId }, hq)).body

/** A member with 1,000 points redeems the reward. */
async function redeem(
  RewardId: number,
  more: { IsBirthdayPointDeduct?: 'Y' } = {},
  redeemer?: { MembershipNo: string },
) {
  const { MembershipNo } = redeemer ?? (await member(app.db))
  await points(app.db, MembershipNo, 1000)
  return app.call(contract.redeemRewards, { MembershipNo, Rewards: [{ RewardId, ...more }] }, counter)
}

describe('terms of a reward', () => {
  test('total limit of a reward: a redemption above the limit is refused, and the error states the limit', async () => {
    const { RewardId, Code } = await add({ TotalLimit: 1 })
    expect((await redeem(RewardId)).status).toBe(201)
    const second = await redeem(RewardId)
    expect(second).toMatchObject({ status: 409, body: { params: { Code, Limit: 1 } } })
    expect(await readReward(RewardId)).toMatchObject({ Given: 1, TotalLimit: 1, Outstanding: 1 })
  })

  test('limit per member and year: one member who reaches the limit does not restrict other members', async () => {
    const { RewardId } = await add({ PerMemberLimit: 1, PerMemberPeriod: 'Year' })
    const greedy = await member(app.db)
    expect((await redeem(RewardId, {}, greedy)).status).toBe(201)
    expect(await redeem(RewardId, {}, greedy)).toMatchObject({ status: 409, body: { params: { Period: 'Year' } } })
    expect((await redeem(RewardId)).status).toBe(201)
  })

  test('birthday price: only members whose birthday is in the month pay the birthday price', async () => {
    const { RewardId } = await add({ BirthdayPointDeduct: 40 })
    const celebrant = await member(app.db, { birthDate: '1990-05-20' })
    await app.sql(`update customer set created_at = '2020-01-01' where customer_id = $1`, celebrant.CustomerId)
    const cheap = await redeem(RewardId, { IsBirthdayPointDeduct: 'Y' }, celebrant)
    expect(cheap.body.rows[0]).toMatchObject({ Points: 40, IsBirthdayPointDeduct: 'Y' })
    const notBirthday = await member(app.db, { birthDate: '1990-08-20' })
    expect((await redeem(RewardId, { IsBirthdayPointDeduct: 'Y' }, notBirthday)).status).toBe(409)
  })

  test('reward terms: only head office can set the terms, and fields that the server sets are rejected', async () => {
    expect((await app.call(catalogue.addReward, gift(), outletUser)).status).toBe(403)
    for (const forged of [{ CreatedById: 1 }, { Given: 0 }, { DeactivatedAt: '2020-01-01T00:00:00Z' }])
      expect((await app.call(catalogue.addReward, gift(forged) as never, hq)).status).toBe(400)
    const { RewardId, Version } = await add()
    const forged = { RewardId, Version, Status: 'Deleted' } as never
    expect((await app.call(catalogue.updateReward, forged, hq)).status).toBe(400)
  })
})

const red = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#b4232f' } })
  .png()
  .toBuffer()

describe('pictures of a reward', () => {
  test('reward pictures: at most five are stored, re-encoded, in the order sent and with the main picture first', async () => {
    const script = '<script>alert(1)</script>'
    const ids = []
    for (let at = 0; at < 6; at++) ids.push((await upload(app, Buffer.concat([red, Buffer.from(script)]))).body.MediaId)
    expect((await app.call(catalogue.addReward, gift({ Images: ids }), hq)).status).toBe(400)
    const five = ids.slice(0, 5).reverse()
    const { RewardId, Images, Version } = await add({ Images: five })
    expect(Images.map(({ MediaId }) => MediaId)).toEqual(five)
    const content = (await file(app, Images[0]!.Url)).content
    expect(content.subarray(8, 12).toString()).toBe('WEBP')
    expect(content.includes('script')).toBe(false)
    const changed = await app.call(catalogue.updateReward, { RewardId, Version, Images: five.slice(1) }, hq)
    expect(changed.body.Images.map(({ MediaId }) => MediaId)).toEqual(five.slice(1))
    expect(changed.body.ImageUrl).toBe(changed.body.Images[0]!.ThumbnailUrl)
  })

  test('reward pictures: malicious files and pictures of other rewards or users are refused', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    const RewardId = `${(await add()).RewardId}`
    const fields = { ObjectType: 'RewardId', ObjectId: RewardId }
    expect((await upload(app, svg, { fields, name: '../../box.png' })).status).toBe(415)
    expect((await upload(app, blackPng(16_000), { fields })).status).toBe(413)
    expect(await readReward(Number(RewardId))).toMatchObject({ Images: [] })
    const usedPicture = (await upload(app, red)).body.MediaId
    await add({ Images: [usedPicture] })
    expect((await app.call(catalogue.addReward, gift({ Images: [usedPicture] }), hq)).status).toBe(409)
    const otherUsersPicture = (await upload(app, red, { as: approver })).body.MediaId
    expect((await app.call(catalogue.addReward, gift({ Images: [otherUsersPicture] }), hq)).status).toBe(409)
  })
})

describe('saving a reward in steps', () => {
  test('saving a reward in steps: repeating the requests runs each step once', async () => {
    const { RewardId } = await add()
    const outlet = { RewardId, ObjectType: 'Building' as const, ObjectValue: 'KLCC' }
    const replies = [await app.call(addRewardObject, outlet, hq), await app.call(addRewardObject, outlet, hq)]
    expect(new Set(replies.map(({ body }) => body.RewardObjectId)).size).toBe(1)
    const key = crypto.randomUUID()
    const first = { RewardId, OutletCode: 'KLCC', QtyOnHand: 7 }
    const tries = await Promise.all([1, 2, 3].map(() => app.call(inventory.addInventory, first, { as: hq, key })))
    expect(new Set(tries.map(({ body }) => body.InventoryId)).size).toBe(1)
    expect(await readReward(RewardId)).toMatchObject({ StockAvailable: 7, OutletCodes: ['KLCC'] })
  })

  test('low stock badge: head office sees the badge for all outlets, an outlet only for its own stock', async () => {
    const lowStockBadge = async (as: typeof hq) =>
      (await app.call(getMenuBadges, {}, as)).body.rows.find(({ Path }) => Path === '/rewards/stock')?.Count ?? 0
    const [headOffice, outlet] = [await lowStockBadge(hq), await lowStockBadge(outletUser)]
    const { RewardId } = await reward(app.db)
    await stock(app.db, RewardId, 'PAV', 0)
    expect([await lowStockBadge(hq), await lowStockBadge(outletUser)]).toEqual([headOffice + 1, outlet])
    await stock(app.db, RewardId, 'KLCC', 0)
    expect([await lowStockBadge(hq), await lowStockBadge(outletUser)]).toEqual([headOffice + 2, outlet + 1])
  })
})

describe('deactivation and expiry of a reward', () => {
  test('reward deactivation: while members hold the reward, a second person approves, and a decision to honour it is stored', async () => {
    const { RewardId } = await add()
    await redeem(RewardId)
    const { Version } = await readReward(RewardId)
    const end = { RewardId, Version, HonourOutstandingYN: 'Y' as const }
    const plain = await app.call(catalogue.updateReward, { RewardId, Version, Status: 'Inactive' }, hq)
    expect(plain).toMatchObject({ status: 409, body: { message: '1 members have not collected. Honour outstanding?' } })
    const { body } = await app.call(catalogue.deactivateReward, end, approver)
    expect(body).toMatchObject({ Status: 'Active', DeactivationRequestId: expect.any(Number) })
    const ApprovalId = body.DeactivationRequestId!
    expect((await app.call(approveRequest, { ApprovalId }, approver)).status).toBe(403)
    const request = (await app.call(getApproval, { ApprovalId }, hq)).body
    expect(request.Effects.map(({ Before, After }) => [Before, After])).toEqual([
      ['Active', 'Inactive'],
      ['Y', 'Y'],
    ])
    expect((await app.call(approveRequest, { ApprovalId }, hq)).status).toBe(200)
    expect(await readReward(RewardId)).toMatchObject({
      Status: 'Inactive',
      HonourOutstandingYN: 'Y',
      DeactivationRequestId: null,
    })
  })

  test('reward expiry: the nightly batch expires a reward after its last day, once no customer reward of it is Active', async () => {
    const over = await reward(app.db, { ValidTo: '2026-05-12' })
    const outstanding = await reward(app.db, { ValidTo: '2026-05-12', CollectWithinDays: 5 })
    const lasting = await reward(app.db, { ValidTo: '2026-05-13' })
    await redeem(outstanding.RewardId)
    const statuses = async () =>
      Promise.all([over, outstanding, lasting].map(async ({ RewardId }) => (await readReward(RewardId)).Status))
    const runNightOf = async (date: string) => {
      app.clock.set(`${date}T00:10:00+08:00`)
      await runNightlyBatch(jobContext(app), nightlyBatchSteps)
    }
    await runNightOf('2026-05-12')
    expect(await statuses()).toEqual(['Active', 'Active', 'Active'])
    await runNightOf('2026-05-13')
    expect(await statuses()).toEqual(['Expired', 'Active', 'Active'])
    await runNightOf('2026-05-16')
    expect(await statuses()).toEqual(['Expired', 'Expired', 'Expired'])
  })
})
