import { beforeAll, describe, expect, test } from 'vitest'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { addEarningRules } from '#tests/factories/sales.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { runSize } from '#tests/run-size.ts'
import { MemberModel } from '../ledger/model.ts'
import { RewardsModel } from './model.ts'
import { REWARDS_CLOCK, rewardsRun } from './model-run.ts'

// Runs short sequences; `npm run bench -- --only=ledger` runs long ones.

const app = useApp({ at: REWARDS_CLOCK })
beforeAll(() => addEarningRules(app.db))

describe('customer rewards compared with the model', () => {
  test.each(runSize({ quick: [1, 2, 3], full: [1, 2, 3, 4, 5, 6, 7, 8] }))(
    'customer rewards: statuses, points, stock, vouchers and limits match the model in sequence %i',
    async (seed) => {
      expect(await rewardsRun(app, seed, 60)).toBeUndefined()
    },
  )

  test('customer rewards: after random sequences, the reconciliation finds no differences', async () => {
    expect((await reconcileLedger(jobContext(app))).Differences).toBe(0)
  })

  test('reward stock: counters equal the sums of the movements, and each reservation belongs to an Active customer reward', async () => {
    const wrong = await app.sql(
      `select inventory_id from reward_inventory inventory
       where (qty_on_hand, qty_reserved, qty_issued) <> (
           select coalesce(sum(on_hand), 0)::int, coalesce(sum(reserved), 0)::int, coalesce(sum(issued), 0)::int from reward_movement movement
           where movement.inventory_id = inventory.inventory_id)
         or qty_reserved <> (select count(*) from customer_reward active where active.inventory_id = inventory.inventory_id and active.status = 'Active')`,
    )
    expect(wrong).toEqual([])
  })
})

test('rewards model of the tests: calculates stock, points and limits without the application', () => {
  const member = new MemberModel('2026-11-21', '2026-11-21T04:00:00.000Z')
  member.adjust(250, '2028-12-15')
  const gift = {
    id: 1,
    premium: true,
    points: 100,
    atClaim: false,
    given: 0,
    here: { onHand: 2, reserved: 0, issued: 0 },
  }
  const model = new RewardsModel([member], [gift])
  expect(model.redeem(0, [gift, gift, gift])).toEqual({ refused: 'rewards.no_stock' })
  const { inventories } = model.redeem(0, [gift]) as { inventories: (typeof gift.here)[] }
  model.recordRedemption('RW1', 0, gift, inventories[0])
  expect({ points: member.points, reserved: gift.here.reserved, given: gift.given }).toEqual({
    points: 150,
    reserved: 1,
    given: 1,
  })
  expect(model.collect('RW1')).toEqual({})
  expect(model.cancelRedeem('RW1', 'Cancelled')).toEqual({ refused: 'customer-rewards.cancel_redeem_of' })
  model.cancelCollect('RW1')
  model.cancelRedeem('RW1', 'Cancelled')
  expect({ points: member.points, here: gift.here, given: gift.given }).toEqual({
    points: 250,
    here: { onHand: 2, reserved: 0, issued: 0 },
    given: 0,
  })
})
