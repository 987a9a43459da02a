import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#app/server/config.ts'
import { type RunningServer, startServer } from '#app/server/start-server.ts'
import { limits, openDatabase } from '#kit/server/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { databaseProxy } from './factories/database-proxy.ts'

// A whole server and a database of its own, which is frozen, stopped and cut off.

const api = '/api/1.0/app/config'
let folder: string
let cluster: EmbeddedPostgres
let proxy: Awaited<ReturnType<typeof databaseProxy>>
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carat-away-'))
  // Not a throwaway: it is stopped and started again below.
  cluster = await startEmbeddedPostgres({ dataDir: folder })
  proxy = await databaseProxy(cluster.url)
  const env = {
    DATABASE_URL: proxy.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO: '0',
    ADMIN_EMAIL: 'admin@carat.example',
  }
  server = await startServer(loadConfig(env), { dev: false, log: () => {}, limits: { perStranger: 100_000 } })
})

afterAll(async () => {
  await server?.stop()
  await proxy?.goAway().catch(() => {})
  await cluster?.stop()
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

/** Reads and changes, at the same time. */
const askMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      index % 2 ? ask(api) : ask('/api/1.0/auth/sign-in', { Username: `nobody${count}.${index}`, Password: 'x' }),
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
  // A busy machine answers some of so many at once with 503, as it may.
  const statuses = async () => [...new Set((await askMany(20)).map(({ status }) => status))].sort()
  await expect.poll(statuses).toEqual([200, 401])
  await expect.poll(() => ask('/readyz')).toMatchObject({ status: 200 })
}

/** The server's processes: the first, and those it started. */
async function processesOf(pid: number) {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    all.map(
      async (one) =>
        [one, Number(/\) \S (\d+)/.exec(await readFile(`/proc/${one}/stat`, 'utf8').catch(() => ''))?.[1])] as const,
    ),
  )
  return [pid, ...parents.filter(([, parent]) => parent === pid).map(([one]) => one)]
}

test('a call waits for its database for less than 3 seconds', async () => {
  const database = openDatabase({ url: cluster.url })
  expect(database.pool.options.connectionTimeoutMillis).toBeLessThan(3_000)
  expect(limits.call.statement).toBeLessThan(3_000)
  await database.end()
})

describe('while the database is away, every call is answered, and once it is back everything works as before', () => {
  test.runIf(process.platform === 'linux')('when it is frozen', async () => {
    expect(await ask(api)).toMatchObject({ status: 200 })
    const frozen = await processesOf(cluster.pid)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      await expectAway()
    } finally {
      for (const pid of frozen.reverse()) process.kill(pid, 'SIGCONT')
    }
    await expectBack()
  })

  test('when it is stopped and started', async () => {
    await proxy.goAway()
    await cluster.stop()
    await expectAway()
    cluster = await startEmbeddedPostgres({ dataDir: folder })
    await proxy.comeBack(cluster.url)
    await expectBack()
    expect(await ask(api)).toMatchObject({ status: 200 })
  })

  test('when its connections are cut under way', async () => {
    const calls = askMany(40)
    proxy.cut()
    for (const { status } of await calls) expect([200, 401, 503]).toContain(status)
    await expectBack()
  })
})
