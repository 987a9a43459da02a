import { describe, expect, test } from 'vitest'
import { limits, openDatabase } from '#kit/server/database.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { api, useServerBehindProxy } from './factories/server-behind-proxy.ts'

// A whole server whose database is cut off; database-away.all.test.ts freezes and stops a database of its own.

let clone: TestDatabase
const { behind, ask, askMany, expectAway, expectBack } = useServerBehindProxy({
  async startDatabase() {
    clone = await cloneDatabase()
    return clone.url
  },
  endDatabase: async () => clone?.drop(),
})

test('a call waits for its database for less than 3 seconds', async () => {
  const database = openDatabase({ url: clone.url })
  expect(database.pool.options.connectionTimeoutMillis).toBeLessThan(3_000)
  expect(limits.call.statement).toBeLessThan(3_000)
  await database.end()
})

describe('while the database is away, every call is answered, and once it is back everything works as before', () => {
  test('when it cannot be reached', async () => {
    await behind.proxy.goAway()
    await expectAway()
    await behind.proxy.comeBack()
    await expectBack()
    expect(await ask(api)).toMatchObject({ status: 200 })
  })

  test('when its connections are cut under way', async () => {
    const calls = askMany(40)
    behind.proxy.cut()
    for (const { status } of await calls) expect([200, 401, 503]).toContain(status)
    await expectBack()
  })
})
