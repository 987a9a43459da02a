import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { member } from '#tests/factories/sales.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })

testSetting(
  app,
  'access.foreignCustomersPerHour',
  [
    [2, [200, 200, 429]],
    [3, [200, 200, 200]],
    [0, [429, 429, 429]],
  ],
  async () => {
    const statuses = []
    app.clock.advance(7_200)
    for (let count = 0; count < 3; count++) {
      const { MembershipNo } = await member(app.db, { outlet: 'PAV' })
      const reply = await app.call(lookupMember, { Typed: MembershipNo }, staffWith({ roles: ['Customer'] }))
      statuses.push(reply.status)
    }
    return statuses
  },
)
