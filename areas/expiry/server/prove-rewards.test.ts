import { beforeAll, describe, expect, test } from 'vitest'
import { claimReward, issueRewards, redeemRewards } from '#areas/customer-rewards/contract.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import { listReconciliationDifferences } from '../contract/proof.ts'
import { reconcileLedger } from './prove.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const counter = staffWith({ roles: ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] })

// A redeemed gift that is not collected, and a claimed voucher.
beforeAll(async () => {
  const { MembershipNo } = await member(app.db)
  await points(app.db, MembershipNo, 500)
  const gift = await reward(app.db)
  await stock(app.db, gift.RewardId, 'KLCC', 3)
  const Rewards = [{ RewardId: gift.RewardId }]
  await app.call(redeemRewards, { MembershipNo, Rewards }, counter)
  const voucher = await voucherReward(app.db, 2)
  await app.call(issueRewards, { RewardId: voucher.RewardId, MembershipNos: [MembershipNo] }, hq)
  const claim = { RewardCode: voucher.Code, IdentifierType: 'MembershipNo', Identifier: MembershipNo } as const
  await app.call(claimReward, claim, counter)
})

describe('reconciliation of rewards and vouchers', () => {
  test('reward reconciliation: finds no differences in consistent data', async () => {
    expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
  })

  test.each([
    ['stock on hand', 'update reward_inventory set qty_on_hand = qty_on_hand + 1', ['Stock on hand']],
    [
      'reserved stock',
      'update reward_inventory set qty_reserved = qty_reserved + 1',
      ['Reserved for members', 'Stock reserved'],
    ],
    ['issued stock', 'update reward_inventory set qty_issued = qty_issued + 1', ['Stock issued']],
    ['the number of rewards given', 'update reward_given set given = given + 1', ['Rewards given']],
  ])('reward reconciliation: finds %s that was changed directly in the database', async (_, change, checks) => {
    await app.sql(change)
    await reconcileLedger(jobContext(app))
    const { body } = await app.call(listReconciliationDifferences, {}, hq)
    expect([...new Set(body.rows.map(({ CheckName }) => CheckName))].sort()).toEqual(checks)
    expect(body.rows.every(({ Reference }) => Reference !== null)).toBe(true)
    await app.sql(change.replaceAll(' + ', ' - '))
    expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
  })

  test('reward reconciliation: a voucher assigned to another customer reward than the claimed one is reported', async () => {
    const [{ voucher_no, assigned_to }] = (await app.sql<{ voucher_no: string; assigned_to: string }>(
      "select voucher_no, assigned_to from voucher where is_assigned_yn = 'Y'",
    )) as [{ voucher_no: string; assigned_to: string }]
    await app.sql("update voucher set assigned_to = 'RW26050000000' where voucher_no = $1", voucher_no)
    await reconcileLedger(jobContext(app))
    const { body } = await app.call(listReconciliationDifferences, { Search: { CheckName: 'Voucher and reward' } }, hq)
    expect(body.rows.map(({ Reference }) => Reference)).toEqual([voucher_no, voucher_no])
    await app.sql('update voucher set assigned_to = $1 where voucher_no = $2', assigned_to, voucher_no)
    expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
  })
})
