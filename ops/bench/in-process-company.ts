import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { seedDemo } from '#app/demo/demo.ts'
import { seedLargeCompany } from '#app/demo/large.ts'
import { readServerSecret } from '#app/server/secrets.ts'
import { openClient, openDatabase } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'
import { startTestApp, type TestApp } from '#tests/test-app.ts'

// Provides a large company with calls within the process, without a network port.

export async function withInProcessCompany<Result>(
  size: { customers: number; sales: number },
  prepare: (client: pg.Client) => Promise<unknown>,
  work: (app: TestApp, client: pg.Client) => Promise<Result>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'carat-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate({ url: postgres.url })
    await seedDemo({ url: postgres.url, dataDir, secret: readServerSecret(dataDir, undefined) })
    const client = await openClient(postgres.url, 'carat bench')
    await seedLargeCompany(client, size, (text) => console.log(`  ${text}`))
    await prepare(client)
    await client.query('vacuum analyze')
    const owner = openDatabase({ url: postgres.url, max: 4 })
    const app = await startTestApp(postgres.url, owner, {})
    try {
      return await work(app, client)
    } finally {
      await app.fastify.close()
      await app.database.end()
      await owner.end()
      await client.end()
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Returns the reply of a call. Throws if the call fails. */
export async function requireSuccess<Reply extends { status: number; refusal: { message: string } }>(
  call: Promise<Reply>,
): Promise<Reply> {
  const reply = await call
  if (reply.status >= 300) throw new Error(reply.refusal.message)
  return reply
}

export async function measureSeconds(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
