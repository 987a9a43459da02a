import { points, reward, stock } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { redeemRewards } from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const counter = staffWith({ roles: ['Redeem Rewards'] })

testSetting(
  app,
  'rewards.refundExpired',
  [
    ['Y', 1000],
    ['N', 900],
  ],
  async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 1000)
    const { RewardId } = await reward(app.db)
    await stock(app.db, RewardId, 'KLCC', 1)
    const { body } = await app.call(redeemRewards, { MembershipNo, Rewards: [{ RewardId }] }, counter)
    await app.sql(
      `update customer_reward set validity_from = '2026-01-01', validity_to = '2026-05-09' where reference_code = $1`,
      body.rows[0]!.ReferenceCode,
    )
    await app.sql(`select * from expire_rewards('', 100, '{"Today":"2026-05-10","At":"2026-05-10T04:00:00Z"}')`)
    const [balance] = await app.sql<{ points: string }>(
      'select points from point_balance where membership_no = $1',
      MembershipNo,
    )
    return Number(balance!.points)
  },
)
