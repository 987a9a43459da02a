import { beforeAll } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { listCustomerRewards } from '#areas/customer-rewards/contract.ts'
import { getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { registered } from '#tests/factories/customers.ts'
import { friends } from '#tests/factories/referrals.ts'
import { reward } from '#tests/factories/rewards.ts'
import { addEarningRules } from '#tests/factories/sales.ts'
import { hq, jobContext, outletStaff, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const { referrer, friendOf, qualified, referralOf, statusOf, buy, approve, awardsOf } = friends(app)

beforeAll(async () => {
  await addEarningRules(app.db)
})

testSetting(
  app,
  'referral.daysToName',
  [
    [14, [200, 409]],
    [20, [200, 200]],
    [0, [409, 409]],
  ],
  async () => {
    const { MembershipNo: RecommendMembershipNo } = await referrer()
    const statuses = []
    for (const CreatedAt of ['2026-11-07T10:00:00Z', '2026-11-06T10:00:00Z']) {
      const { CustomerId } = await registered(app.db, { CreatedAt })
      const { Version } = (await app.call(getCustomer, { CustomerId }, hq)).body
      const update = { CustomerId, Version, RecommendMembershipNo }
      statuses.push((await app.call(updateCustomer, update, outletStaff)).status)
    }
    return statuses
  },
)

testSetting(
  app,
  'referral.minimumSale',
  [
    ['500.00', 'Qualified'],
    ['500.01', 'Pending'],
  ],
  async () => {
    const friend = await friendOf((await referrer()).MembershipNo)
    await buy(friend.MembershipNo, '500')
    return statusOf(friend.CustomerId)
  },
)

testSetting(
  app,
  'referral.windowDays',
  [
    [30, ['2026-12-21', 'Qualified']],
    [29, ['2026-12-20', 'Pending']],
  ],
  async () => {
    const friend = await friendOf((await referrer()).MembershipNo)
    app.clock.set('2026-12-21T04:00:00Z')
    await buy(friend.MembershipNo, '800')
    app.clock.set('2026-11-21T04:00:00Z')
    const { QualifyUntil, Status } = (await referralOf(friend.CustomerId))!
    return [QualifyUntil, Status]
  },
)

testSetting(
  app,
  'referral.returnDays',
  [
    [0, 'Approved'],
    [14, 'Qualified'],
  ],
  async () => {
    const { friend } = await qualified()
    await runNightlyBatch(jobContext(app), nightlyBatchSteps, '2026-11-21')
    return statusOf(friend.CustomerId)
  },
)

testSetting(
  app,
  'referral.pointsReferrer',
  [
    [500, [500]],
    [0, []],
  ],
  async () => {
    const { by, friend } = await qualified()
    await approve(friend.ReferralId)
    return awardsOf(by.MembershipNo)
  },
)

testSetting(
  app,
  'referral.pointsFriend',
  [
    [0, []],
    [80, [80]],
  ],
  async () => {
    const { friend } = await qualified()
    await approve(friend.ReferralId)
    return awardsOf(friend.MembershipNo)
  },
)

testSetting(
  app,
  'referral.rewardFriend',
  [
    ['N', [1, 0]],
    ['Y', [1, 1]],
  ],
  async () => {
    await app.sql(`update reward set status = 'Inactive' where type = 'Referral'`)
    await reward(app.db, { Type: 'Referral' })
    const { by, friend } = await qualified()
    await approve(friend.ReferralId)
    const countRewards = async ({ CustomerId }: { CustomerId: number }) =>
      (await app.call(listCustomerRewards, { Search: { CustomerId } }, hq)).body.count
    return [await countRewards(by), await countRewards(friend)]
  },
)
