import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from '#kit/server/database.ts'
import { emptyDatabase } from './database.ts'
import { cleanUps, end, startProgram, waitUntilReady } from './factories/started-program.ts'

// Tests processes that start at the same moment with one database and one DATA_DIR, as `docker compose up` starts them.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carat-two-starts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('two servers started at once on an empty database: both are ready, with one schema, one administrator and one login of calls', async () => {
  const { url, drop } = await emptyDatabase()
  cleanUps.push(drop)
  const env = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'shared'),
    SERVER_SECRET: 'c2d1f7a59b2e48061f8d3c7ab95e20466a1bd87f03c92e5d',
    ADMIN_EMAIL: 'first@carat.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  const servers = await Promise.all([startProgram(env), startProgram(env)])
  const addresses = await Promise.all(servers.map(waitUntilReady))
  await expect
    .poll(() => Promise.all(addresses.map(async (address) => (await fetch(`${address}/readyz`)).status)))
    .toEqual([200, 200])

  const logsWith = (text: string) => servers.filter(({ output }) => output().includes(text)).length
  expect(logsWith('Creating the database')).toBe(1)
  expect(logsWith('First administrator: first@carat.example')).toBe(1)
  expect(logsWith('"level":50')).toBe(0)
  expect(
    readFileSync(join(env.DATA_DIR, 'secrets', 'first-administrator'), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(1)

  const client = await openClient(url, 'test')
  const { rows } = await client.query(
    `select (select count(*)::int from schema_migration where name like '____\\_%.sql') as migrations,
       (select array_agg(username) from user_account) as accounts,
       (select count(distinct usename)::int from pg_stat_activity where datname = current_database() and usename like 'carat_calls_%') as logins`,
  )
  await client.end()
  const migrations = (await readdir('db/migrations')).filter((file) => file.endsWith('.sql')).length
  expect(rows).toEqual([{ migrations, accounts: ['first@carat.example'], logins: 1 }])

  for (const { child } of servers) end(child)
  expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0])
})

test('secrets: processes that read a missing secret at the same moment get the same one', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const threads = 8
  const rounds = 200
  const program = `
    const { workerData, parentPort } = require('node:worker_threads')
    import(workerData.module).then(({ readDatabaseLoginSecret }) => {
      parentPort.postMessage('ready')
      Atomics.wait(workerData.gate, 0, 0)
      for (let round = 0; round < ${rounds}; round++)
        parentPort.postMessage(readDatabaseLoginSecret(workerData.folder + round).toString('hex'))
    })`
  const module = new URL('../app/server/secrets.ts', import.meta.url).href
  const received: string[][] = Array.from({ length: threads }, () => [])
  const workers = received.map((messages) => {
    const worker = new Worker(program, { eval: true, workerData: { module, gate, folder: join(folder, 'round') } })
    worker.on('message', (message: string) => messages.push(message))
    return worker
  })
  const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
  await expect.poll(() => received.every(([first]) => first === 'ready')).toBe(true)
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await Promise.all(exits)
  for (let round = 1; round <= rounds; round++) {
    const secrets = new Set(received.map((messages) => messages[round]))
    expect(secrets.size).toBe(1)
    expect([...secrets][0]).toHaveLength(64)
  }
})
