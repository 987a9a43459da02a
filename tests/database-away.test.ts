import { describe, expect, test } from 'vitest'
import { openDatabase, transactionTimeouts } from '#kit/server/database.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { api, useServerBehindProxy } from './factories/server-behind-proxy.ts'

// A server process whose database connection is cut; database-away.all.test.ts freezes and stops the database.

let clone: TestDatabase
const { behind, ask, askMany, expectAway, expectBack } = useServerBehindProxy({
  async startDatabase() {
    clone = await cloneDatabase()
    return clone.url
  },
  endDatabase: async () => clone?.drop(),
})

test('database outage: a call waits less than three seconds for a database connection', async () => {
  const database = openDatabase({ url: clone.url })
  expect(database.pool.options.connectionTimeoutMillis).toBeLessThan(3_000)
  expect(transactionTimeouts.call.statement).toBeLessThan(3_000)
  await database.end()
})

describe('calls while the database is unreachable', () => {
  test('database outage: every call gets a reply while the database is unreachable, and succeeds afterwards', async () => {
    await behind.proxy.goAway()
    await expectAway()
    await behind.proxy.comeBack()
    await expectBack()
    expect(await ask(api)).toMatchObject({ status: 200 })
  })

  test('database outage: every call gets a reply if its connection breaks during the request, and succeeds afterwards', async () => {
    const calls = askMany(40)
    behind.proxy.cut()
    for (const { status } of await calls) expect([200, 401, 503]).toContain(status)
    await expectBack()
  })
})
