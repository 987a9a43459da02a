import { levelCompany } from '#tests/factories/level-company.ts'
import { premium } from '#tests/factories/levels.ts'
import { testSetting } from '#tests/setting-scenarios.ts'

const { app, nightly, set, historyOf, cardOf, buy } = levelCompany()

/** Returns the category changes of a member with enough spend, and whether a change is pending. */
const changes = async (MembershipNo: string) =>
  (await historyOf(MembershipNo)).map(({ ToCategory, Status }) => `${ToCategory} ${Status}`)

testSetting(
  app,
  'levels.upgrades',
  [
    ['Automatic', ['SILVER Approved']],
    ['Approval', ['SILVER Pending']],
    ['Off', []],
  ],
  async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    await nightly('2026-11-21')
    return changes(member.MembershipNo)
  },
)

testSetting(
  app,
  'levels.upgradeAfterSale',
  [
    ['Y', ['SILVER Approved']],
    ['N', []],
  ],
  async () => {
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    return changes(member.MembershipNo)
  },
)

testSetting(
  app,
  'levels.takeEffect',
  [
    ['Next day', 'BRONZE'],
    ['At once', 'SILVER'],
  ],
  async () => {
    await set('upgradeAfterSale', 'Y')
    const member = await premium(app.db, 'BRONZE')
    await buy(member, '5000')
    return (await cardOf(member.MembershipNo)).CardCategoryCode
  },
)

testSetting(
  app,
  'levels.downgrades',
  [
    ['Automatic', ['BRONZE Approved']],
    ['Approval', ['BRONZE Pending']],
    ['Off', []],
  ],
  async () => {
    const { MembershipNo } = await premium(app.db, 'SILVER', { CycleStart: '2025-10-01', CycleEnd: '2026-09-30' })
    await nightly('2026-12-01')
    return changes(MembershipNo)
  },
)
