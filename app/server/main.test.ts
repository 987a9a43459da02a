import { readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { Agent } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { emptyDatabase } from '#tests/database.ts'
import { databaseProxy } from '#tests/factories/database-proxy.ts'
import {
  call,
  end,
  ends,
  ownDatabase,
  ready,
  signIn,
  signInCall,
  startProgram as start,
  untilServed,
} from '#tests/factories/started-program.ts'
import { secretExamples } from './variables.ts'

// The program as an operator runs it: a process of its own, judged by what it prints and how it ends.

test('a program with a database of its own invites the first administrator once, answers calls in flight at its end, and ends with 1 after an unexpected error', async () => {
  const env = { DATABASE_URL: await ownDatabase(), ADMIN_EMAIL: 'Boss@carat.example', SMTP_URL: 'smtp://127.0.0.1:9' }
  const first = await start(env)
  const address = await ready(first)
  // The link is in a file that the server's user alone reads, never in the log.
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
  ends.push(async () => agent.destroy())
  // Sixty-one open connections: one of them stays without a call.
  const all = <Answer>(count: number, ask: (index: number) => Answer) => Array.from({ length: count }, (_, i) => ask(i))
  await Promise.all(all(61, () => call(address, { path: '/healthz', agent }).answer))
  const calls = all(60, (index) => call(address, { ...signInCall(`nobody${index}`, 'not this one, sorry'), agent }))
  await Promise.all(calls.map(({ sent }) => sent))
  end(first.child)
  const answers = await Promise.all(calls.map(({ answer }) => answer))
  // A busy machine answers some of so many at once with 503, as it may.
  for (const { status } of answers) expect([401, 503]).toContain(status)
  expect(await first.exited).toBe(0)

  const second = await start({
    ...env,
    NODE_OPTIONS:
      '--import=data:text/javascript,process.once(%22SIGUSR2%22,()=>Promise.reject(new%20Error(%22lost%22)))',
  })
  await ready(second)
  expect(second.output()).not.toContain('Set the password')
  second.child.kill('SIGUSR2')
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain('Error: lost')
})

describe('before anything is written', () => {
  test('wrong settings are said in sentences and end with 1', async () => {
    const server = await start({ DATABASE_URL: 'mysql://x', PORT: 'many' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('DATABASE_URL must be')
    expect(server.output()).toContain('PORT must be')
    expect(server.output()).not.toContain('    at ')
  })

  test('outside the demo a missing address and a missing secret are said, both at once', async () => {
    const { url, drop } = await emptyDatabase()
    ends.push(drop)
    const server = await start({ DATABASE_URL: url, PUBLIC_URL: '', SERVER_SECRET: '' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('PUBLIC_URL is missing: outside the demo')
    expect(server.output()).toContain('SERVER_SECRET is missing: outside the demo')
    expect(server.output()).not.toContain('    at ')
    expect(await readdir(server.dataDir)).toEqual([])
  })

  test('outside the demo an example as a secret is refused', async () => {
    const known = await start({ DATABASE_URL: await ownDatabase(), SERVER_SECRET: secretExamples.SERVER_SECRET })
    expect(await known.exited).toBe(1)
    expect(known.output()).toContain('SERVER_SECRET is the example of the documentation')
  })

  test('a busy port is said, and no demo is made for nothing', async () => {
    const busy = createServer()
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => busy.close(resolve)))
    const { port } = busy.address() as AddressInfo
    const server = await start({ PORT: String(port) })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain(`Port ${port} of 127.0.0.1 is in use by another program`)
    expect(await readdir(server.dataDir)).toEqual([])
  })

  test('an impossible data folder is said', async () => {
    const server = await start({ DATA_DIR: '/proc/carat' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('DATA_DIR /proc/carat cannot be used')
  })

  test('a pooler without a way past it is said, and names the setting', async () => {
    const { url, drop } = await emptyDatabase()
    ends.push(drop)
    const pooler = await databaseProxy(url, { asPooler: true })
    ends.push(pooler.goAway)
    const server = await start({ DATABASE_URL: pooler.url })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('Set DATABASE_DIRECT_URL')
  })
})
