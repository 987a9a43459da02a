import { beforeAll } from 'vitest'
import { points, voucherReward } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { hq, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { listRescue } from '../../contract/rescue.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
beforeAll(() => voucherReward(app.db, 1, { Type: 'Point Expiry', DeductPointInClaimYN: 'Y', PointDeduct: 100 }))

testSetting(
  app,
  'expiry.rescueDays',
  [
    [40, ['2026-12-31']],
    [39, []],
  ],
  async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 430, '2026-12-31')
    const { rows } = (await app.call(listRescue, { Search: { MembershipNo } }, hq)).body
    return rows.map(({ ExpiryDate }) => ExpiryDate)
  },
)
