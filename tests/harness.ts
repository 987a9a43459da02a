import { afterAll, beforeAll } from 'vitest'
import { type Database, openDatabase } from '#kit/server/database.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { make, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

export * from './test-app.ts'

/** A complete server with its own database for this test file. */
export function useApp(options: TestAppOptions = {}): TestApp {
  const app = {} as TestApp
  let clone: TestDatabase
  let owner: Database

  beforeAll(async () => {
    clone = await cloneDatabase()
    owner = openDatabase({ url: clone.url, max: 4, applicationName: 'test' })
    Object.assign(app, await startTestApp(clone.url, owner, options))
    await make.standardBuildings(app.db)
    await options.prepare?.(app)
  })

  afterAll(async () => {
    await app.fastify?.close()
    await app.database?.end()
    await owner?.end()
    await clone?.drop()
  })

  return app
}
