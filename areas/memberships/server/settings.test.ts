import { beforeAll } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup, createCardGroup } from '#tests/factories/memberships.ts'
import { useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { addMembership } from '../contract/memberships.ts'

const app = useApp()
beforeAll(async () => {
  await cardGroup(app.db)
  await createCardGroup(app.db, { Name: 'Bridal Club' })
})

testSetting(
  app,
  'membership.defaultCardGroup',
  [
    [null, 'Jewel Club'],
    ['Bridal Club', 'Bridal Club'],
  ],
  async () => {
    const { CustomerId } = await customer(app.db)
    return (await app.call(addMembership, { CustomerId })).body.CardGroupName
  },
)
