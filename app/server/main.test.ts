import { readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { Agent } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openClient } from '#kit/server/database.ts'
import { emptyDatabase } from '#tests/database.ts'
import { databaseProxy } from '#tests/factories/database-proxy.ts'
import {
  call,
  cleanUps,
  createProgramDatabase,
  end,
  signIn,
  signInCall,
  startProgram as start,
  untilServed,
  waitUntilReady,
} from '#tests/factories/started-program.ts'
import { secretExamples } from './variables.ts'

// Starts the server as a separate process and checks its output and exit code.

test('server: invites the first administrator once, finishes running calls at shutdown, exits with 1 after an unexpected error', async () => {
  const env = {
    DATABASE_URL: await createProgramDatabase(),
    ADMIN_EMAIL: 'Boss@carat.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    BUSINESS_TIME_ZONE: 'Europe/Paris',
  }
  const first = await start(env)
  const address = await waitUntilReady(first)
  // Sessions of analysts compute business dates by the zone that the server has stored.
  const client = await openClient(env.DATABASE_URL, 'test')
  expect((await client.query('select business_zone from reporting_v1.company')).rows).toEqual([
    { business_zone: 'Europe/Paris' },
  ])
  await client.end()
  // The link is written to a file that only the server's user can read, never to the log.
  const file = /Set the password at the link in (\S+)/.exec(first.output())![1]!
  const Token = /^\S+\/auth\/login\?step=reset#([\w-]{43})$/.exec(readFileSync(file, 'utf8').trim())![1]!
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(first.output()).not.toContain(Token)
  expect(first.output()).toContain('boss@carat.example')
  const choice = { Token, NewPassword: 'seven teapots on a raft', ConfirmPassword: 'seven teapots on a raft' }
  const choose = () =>
    fetch(`${address}/api/1.0/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(choice),
    })
  const statusOf = (ask: () => Promise<{ status: number }>) => untilServed(ask).then(({ status }) => status)
  expect(await statusOf(choose)).toBe(200)
  expect(await statusOf(choose)).toBe(409)
  expect(await statusOf(() => signIn(address, 'boss@carat.example', choice.NewPassword))).toBe(200)
  expect((await fetch(`${address}/api/1.0/dev/outbox`)).status).toBe(404)

  const agent = new Agent({ keepAlive: true })
  cleanUps.push(async () => agent.destroy())
  // Open sixty-one connections, and send no call on one of them.
  const all = <Answer>(count: number, ask: (index: number) => Answer) => Array.from({ length: count }, (_, i) => ask(i))
  await Promise.all(all(61, () => call(address, { path: '/healthz', agent }).answer))
  const calls = all(60, (index) => call(address, { ...signInCall(`unknown${index}`, 'not this one, sorry'), agent }))
  await Promise.all(calls.map(({ sent }) => sent))
  end(first.child)
  const answers = await Promise.all(calls.map(({ answer }) => answer))
  // On a busy machine some calls may get 503.
  for (const { status } of answers) expect([401, 503]).toContain(status)
  expect(await first.exited).toBe(0)

  const second = await start({
    ...env,
    NODE_OPTIONS:
      '--import=data:text/javascript,process.once(%22SIGUSR2%22,()=>Promise.reject(new%20Error(%22lost%22)))',
  })
  await waitUntilReady(second)
  expect(second.output()).not.toContain('Set the password')
  second.child.kill('SIGUSR2')
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain('Error: lost')
})

describe('start errors that are reported before any data is written', () => {
  test('start: invalid settings are reported and exit with 1', async () => {
    const server = await start({ DATABASE_URL: 'mysql://x', PORT: 'many' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('DATABASE_URL must be')
    expect(server.output()).toContain('PORT must be')
    expect(server.output()).not.toContain('    at ')
  })

  test('start: outside the demo, missing PUBLIC_URL and SERVER_SECRET are reported together', async () => {
    const { url, drop } = await emptyDatabase()
    cleanUps.push(drop)
    const server = await start({ DATABASE_URL: url, PUBLIC_URL: '', SERVER_SECRET: '' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('PUBLIC_URL is missing: outside the demo')
    expect(server.output()).toContain('SERVER_SECRET is missing: outside the demo')
    expect(server.output()).not.toContain('    at ')
    expect(await readdir(server.dataDir)).toEqual([])
  })

  test('start: outside the demo, an example secret is refused', async () => {
    const refused = await start({
      DATABASE_URL: await createProgramDatabase(),
      SERVER_SECRET: secretExamples.SERVER_SECRET,
    })
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toContain('SERVER_SECRET is the example of the documentation')
  })

  test('start: a port in use is reported before a demo is created', async () => {
    const busy = createServer()
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    cleanUps.push(() => new Promise((resolve) => busy.close(resolve)))
    const { port } = busy.address() as AddressInfo
    const server = await start({ PORT: String(port) })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain(`Port ${port} of 127.0.0.1 is in use by another program`)
    expect(await readdir(server.dataDir)).toEqual([])
  })

  test('start: an unusable data folder is reported', async () => {
    const server = await start({ DATA_DIR: '/proc/carat' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('DATA_DIR /proc/carat cannot be used')
  })

  test('start: a connection pooler without a direct URL is reported with the setting to add', async () => {
    const { url, drop } = await emptyDatabase()
    cleanUps.push(drop)
    const pooler = await databaseProxy(url, { asPooler: true })
    cleanUps.push(pooler.goAway)
    const server = await start({ DATABASE_URL: pooler.url })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('Set DATABASE_DIRECT_URL')
  })
})
