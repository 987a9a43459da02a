import { points } from '#tests/factories/rewards.ts'
import { member } from '#tests/factories/sales.ts'
import { make, systemWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { addAllowance, enterRedemption } from '../contract.ts'

const app = useApp({ at: '2026-11-21T04:00:00Z' })
const till = systemWith('points:redeem')

async function requestAllowance() {
  const { MembershipNo } = await member(app.db)
  await points(app.db, MembershipNo, 500)
  return app.call(addAllowance, { MembershipNo }, till)
}

testSetting(
  app,
  'offline.allowancePoints',
  [
    [2_000, 500],
    [300, 300],
    [0, 'points.allowance_limit'],
  ],
  async () => {
    const { body, refusal } = await requestAllowance()
    return body.Points ?? refusal.code
  },
)

testSetting(
  app,
  'offline.allowanceHours',
  [
    [12, '2026-11-21T16:00:00.000Z'],
    [1, '2026-11-21T05:00:00.000Z'],
  ],
  async () => (await requestAllowance()).body.ValidUntil,
)

testSetting(
  app,
  'offline.settleDays',
  [
    [3, '2026-11-25'],
    [0, '2026-11-22'],
  ],
  async () => (await requestAllowance()).body.SettleUntil,
)

testSetting(
  app,
  'offline.redemptionPoints',
  [
    [0, [409, 0]],
    [49, [409, 49]],
    [50, [201]],
  ],
  async () => {
    const { MembershipNo } = await member(app.db)
    const InvoiceNo = `OFF-${make.nextNumber()}`
    const redemption = { MembershipNo, Points: 50, InvoiceNo, PerformedAt: '2026-11-21T03:00:00Z' }
    const { status, refusal } = await app.call(enterRedemption, redemption, till)
    return status === 201 ? [status] : [status, refusal.params.Rest]
  },
)
