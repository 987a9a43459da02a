import { describe, expect, test } from 'vitest'
import { addInventory, countStock, listMovements, transferStock } from '#areas/rewards/contract/inventory.ts'
import { addReward, getReward, updateReward } from '#areas/rewards/contract/rewards.ts'
import { points, reward, stock, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const counter = staffWith({ roles: ['Redeem Rewards', 'Claim Rewards', 'Collect Rewards'] })

describe('rewards at the counter', () => {
  test('eligible rewards: rewards that can be redeemed come first, and the others have the reason why they cannot', async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 150)
    const affordable = await reward(app.db)
    const tooExpensive = await reward(app.db, { PointDeduct: 200 })
    const outOfStock = await reward(app.db)
    await stock(app.db, outOfStock.RewardId, 'PAV', 1)
    const { status, body } = await app.call(contract.listEligibleRewards, { MembershipNo }, counter)
    expect(status).toBe(200)
    expect(body).toMatchObject({ Available: 150, Notices: [] })
    const blockers = Object.fromEntries(body.rows.map(({ Code, Obstacle }) => [Code, Obstacle]))
    expect(blockers).toMatchObject({
      [affordable.Code]: null,
      [tooExpensive.Code]: 'notEnough',
      [outOfStock.Code]: 'noStock',
    })
    expect(body.rows.find(({ Code }) => Code === outOfStock.Code)?.StockAt).toEqual([
      { OutletCode: 'PAV', Available: 1 },
    ])
  })

  test('eligible rewards: AllYN lists rewards of every type and marks those that cannot be redeemed for points', async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 150)
    const gift = await reward(app.db)
    const voucher = await voucherReward(app.db, 1, { PointDeduct: 0 })
    const blockersByCode = async (AllYN: 'Y' | 'N') => {
      const { body } = await app.call(contract.listEligibleRewards, { MembershipNo, AllYN, Rows: 1000 }, counter)
      return Object.fromEntries(body.rows.map(({ Code, Obstacle }) => [Code, Obstacle]))
    }
    expect(await blockersByCode('N')).toMatchObject({ [gift.Code]: null })
    expect(await blockersByCode('N')).not.toHaveProperty(voucher.Code)
    expect(await blockersByCode('Y')).toMatchObject({ [gift.Code]: null, [voucher.Code]: 'notRedeemable' })
  })

  test('customer rewards: a row of the list has the same reward and customer fields as a single customer reward', async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 100)
    const gift = await reward(app.db)
    const redemption = { MembershipNo, Rewards: [{ RewardId: gift.RewardId }] }
    const { ReferenceCode } = (await app.call(contract.redeemRewards, redemption, counter)).body.rows[0]!
    const listed = await app.call(contract.listCustomerRewards, { Search: { MembershipNo } }, counter)
    const detail = await app.call(contract.getCustomerReward, { ReferenceCode }, counter)
    expect(listed.body.rows).toEqual([detail.body])
    expect(detail.body).toMatchObject({
      Reward: { RewardId: gift.RewardId, Status: 'Active' },
      Customer: { CustomerMemberships: [{ MembershipNo }] },
    })
  })

  test('reward look-up: the reply has the points that a claim would leave, and the reward is not claimed', async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 150)
    const gift = await voucherReward(app.db, 1, { PointDeduct: 100, DeductPointInClaimYN: 'Y' })
    await app.call(contract.issueRewards, { RewardId: gift.RewardId, MembershipNos: [MembershipNo] }, hq)
    const named = { RewardCode: gift.Code, IdentifierType: 'MembershipNo', Identifier: ` ${MembershipNo} ` } as const
    const { body } = await app.call(contract.lookupCustomerReward, { ...named, Act: 'claim' }, counter)
    expect(body).toMatchObject({
      Available: 150,
      AvailableAfter: 50,
      VouchersLeft: 1,
      Obstacle: null,
      Status: 'Active',
    })
    const claimed = await app.call(contract.claimReward, named, counter)
    expect(claimed.body).toMatchObject({ Status: 'Claimed', Available: 50, SecurityCode: '••••••••' })
    const again = await app.call(contract.lookupCustomerReward, { ...named, Act: 'claim' }, counter)
    expect(again.body.Obstacle?.code).toBe('customer-rewards.claim_of')
  })

  test.each([
    [{ RewardCode: 'NOSUCH' }, 'Invalid Reward'],
    [{ ReferenceCode: 'RW26059999999' }, 'Customer Reward Not Found.'],
  ])('claim with %j is refused: %s', async (named, message) => {
    const { MembershipNo } = await member(app.db)
    const body = { ...named, IdentifierType: 'MembershipNo' as const, Identifier: MembershipNo }
    expect((await app.call(contract.claimReward, body, counter)).refusal.message).toBe(message)
  })

  test('hand-over and update: another member’s number is refused, and each change of status needs its role', async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    await points(app.db, MembershipNo, 100)
    const gift = await reward(app.db)
    const otherMember = await member(app.db)
    const { body } = await app.call(contract.addCustomerReward, { CustomerId, RewardId: gift.RewardId }, counter)
    const { ReferenceCode } = body
    const identified = { ReferenceCode, IdentifierType: 'MembershipNo' as const, Identifier: otherMember.MembershipNo }
    expect((await app.call(contract.collectReward, identified, counter)).refusal.message).toBe(
      'Member Details did not match with rewards record',
    )
    const update = { ReferenceCode, Status: 'Cancelled' as const }
    expect((await app.call(contract.updateCustomerReward, update, counter)).status).toBe(403)
    expect((await app.call(contract.updateCustomerReward, update, hq)).body).toMatchObject({
      Status: 'Cancelled',
      Available: 100,
    })
    const entries = await app.sql(
      `select action_type from audit_log where object_id = $1 and request_id = (
        select request_id from audit_log where object_id = $1 order by audit_log_id desc limit 1)`,
      ReferenceCode,
    )
    expect(entries).toEqual([{ action_type: 'Redeem Customer Reward' }])
  })
})

describe('reward catalogue and stock', () => {
  test('reward stock: a receipt, a transfer and a count are each recorded as a movement', async () => {
    const added = await app.call(addReward, { Code: 'spoon', Name: 'Spoon', Type: 'Premium Gift', PointDeduct: 50 }, hq)
    expect(added).toMatchObject({ status: 201, body: { Code: 'SPOON', Status: 'Draft', Outstanding: 0 } })
    const { RewardId, Version } = added.body
    const changed = await app.call(updateReward, { RewardId, Version, Status: 'Active' }, hq)
    expect(changed.body).toMatchObject({ Status: 'Active', PointDeduct: 50, Version: 2 })
    const pool = await app.call(addInventory, { RewardId, QtyOnHand: 10 }, hq)
    const { InventoryId } = pool.body
    const sent = await app.call(transferStock, { InventoryId, ToOutletCode: 'KLCC', Quantity: 4 }, hq)
    expect(sent.body).toMatchObject({ From: { QtyOnHand: 6 }, To: { QtyOnHand: 4, OutletCode: 'KLCC' } })
    const counted = await app.call(countStock, { InventoryId, Counted: 5, Reason: 'One is broken' }, hq)
    expect(counted.body).toMatchObject({ QtyOnHand: 5 })
    expect((await app.call(getReward, { RewardId }, counter)).body).toMatchObject({ StockAvailable: 9 })
    const { body } = await app.call(listMovements, { Search: { RewardId } }, hq)
    expect(body.rows.map(({ MovementType }) => MovementType)).toEqual([
      'Count adjust',
      'Transfer',
      'Transfer',
      'Receive',
    ])
  })
})
