import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { loadConfig } from '#app/server/config.ts'
import { type RunningServer, startServer } from '#app/server/start-server.ts'
import { databaseProxy } from './database-proxy.ts'

export const api = '/api/1.0/app/config'

type Options = { startDatabase(folder: string): Promise<string>; endDatabase(): Promise<unknown> }
type Proxy = Awaited<ReturnType<typeof databaseProxy>>

/** A server that reaches its database through a proxy, with checks of its replies during an outage. */
export function useServerBehindProxy({ startDatabase, endDatabase }: Options) {
  const behind = {} as { proxy: Proxy }
  let folder: string
  let server: RunningServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carat-away-'))
    behind.proxy = await databaseProxy(await startDatabase(folder))
    const env = {
      DATABASE_URL: behind.proxy.url,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DEMO: '0',
      ADMIN_EMAIL: 'admin@carat.example',
    }
    server = await startServer(loadConfig(env), { dev: false, log: () => {}, limits: { perAddress: 100_000 } })
  })

  afterAll(async () => {
    await server?.stop()
    await behind.proxy?.goAway().catch(() => {})
    await endDatabase()
    await rm(folder, { recursive: true, force: true })
  })

  async function ask(path: string, body?: object) {
    const reply = await fetch(
      new URL(path, server.address),
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
    return {
      status: reply.status,
      retryAfter: reply.headers.get('retry-after'),
      body: await reply.json(),
    }
  }

  /** Makes calls that read and calls that change data, all concurrently. */
  const askMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        index % 2 ? ask(api) : ask('/api/1.0/auth/sign-in', { Username: `unknown${count}.${index}`, Password: 'x' }),
      ),
    )

  async function expectAway() {
    const answers = await askMany(20)
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 503,
        body: { code: 'kit.away', message: 'The system is not available right now. Try again' },
      })
      expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    }
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    await expect
      .poll(() => ask('/readyz'))
      .toMatchObject({ status: 503, body: { reason: 'The database does not answer' } })
  }

  async function expectBack() {
    await expect.poll(() => ask(api)).toMatchObject({ status: 200 })
    // A busy machine may answer some of so many concurrent calls with 503.
    const statuses = async () => [...new Set((await askMany(20)).map(({ status }) => status))].sort()
    await expect.poll(statuses).toEqual([200, 401])
    await expect.poll(() => ask('/readyz')).toMatchObject({ status: 200 })
  }

  return { behind, ask, askMany, expectAway, expectBack }
}
