import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#app/server/config.ts'
import { type RunningServer, startServer } from '#app/server/start-server.ts'
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
}, 60_000)

afterAll(async () => {
  await server?.stop()
  await proxy?.goAway().catch(() => {})
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

async function ask(path: string, body?: object) {
  const start = performance.now()
  const reply = await fetch(
    new URL(path, server.address),
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    ms: performance.now() - start,
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
    expect(answer.ms).toBeLessThan(3_000)
  }
  // 100 ms is the figure of a machine that does nothing else.
  expect((await ask('/healthz')).ms).toBeLessThan(1_000)
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { reason: 'The database does not answer' } })
}

async function expectBack() {
  const start = performance.now()
  while ((await ask(api)).status !== 200) expect(performance.now() - start).toBeLessThan(3_000)
  expect((await askMany(20)).every(({ status }) => status === 200 || status === 401)).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
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

describe('while the database is away, every call is answered within 3 seconds, and soon after it is back as before', () => {
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
