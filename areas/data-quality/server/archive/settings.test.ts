import { beforeAll } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { hq, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { archiveMember, listInactiveMembers } from '../../contract/archive.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(() => cardGroup(app.db))

testSetting(
  app,
  'archive.months',
  [
    [28, { listed: true, archived: 200 }],
    [29, { listed: false, archived: 409 }],
  ],
  async () => {
    const { CustomerId } = await registered(app.db, { CreatedAt: '2021-03-01T04:00:00Z' }, { JoinDate: '2024-01-01' })
    const { rows } = (await app.call(listInactiveMembers, { Rows: 1000 }, hq)).body
    return {
      listed: rows.some((row) => row.CustomerId === CustomerId),
      archived: (await app.call(archiveMember, { CustomerId, Version: 1 }, hq)).status,
    }
  },
)
