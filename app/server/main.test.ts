import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { secretExamples } from '#app/server/variables.ts'
import { cloneDatabase, emptyDatabase } from '#tests/database.ts'
import { databaseProxy } from '#tests/factories/database-proxy.ts'

// The program as an operator runs it: a process of its own, judged by what it prints and how it ends.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carat-main-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const program = `import('#app/server/main.ts').then(({ main }) => main({ dev: false }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
      ...{ PUBLIC_URL: `http://127.0.0.1:${port}`, SERVER_SECRET: randomBytes(32).toString('hex') },
      ...env,
    },
  })
  ends.push(async () => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, exited, output: () => output, dataDir }
}

async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Started = Awaited<ReturnType<typeof start>>

async function ready({ output, exited }: Started) {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  await expect.poll(() => /ready at (\S+)\//.exec(output())?.[1] ?? ended).toBeTruthy()
  const address = /ready at (\S+)\//.exec(output())?.[1]
  if (!address) throw new Error(`It did not start:\n${output()}`)
  return address
}

async function ownDatabase() {
  const { url, drop } = await cloneDatabase()
  ends.push(drop)
  return url
}

const end = (child: ChildProcess) => void child.kill('SIGTERM')

type Sent = { path: string; method?: string; body?: string; agent?: Agent }

/** One call: when it was sent as a whole, and what was answered. */
function call(address: string, { path, body, ...options }: Sent) {
  const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
  const sending = request(`${address}${path}`, { headers, ...options })
  const sent = new Promise<void>((resolve) => sending.once('finish', resolve))
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (reply) => {
      let text = ''
      reply.on('data', (part) => {
        text += part
      })
      reply.on('end', () => resolve({ status: reply.statusCode!, body: text }))
    })
  })
  sending.end(body)
  return { sent, answer }
}

const signInCall = (Username: string, Password: string): Sent => ({
  path: '/api/1.0/auth/sign-in',
  method: 'POST',
  body: JSON.stringify({ Username, Password }),
})
const signIn = (address: string, Username: string, Password: string) =>
  call(address, signInCall(Username, Password)).answer

describe('with a database of its own', () => {
  test('the first start prints a link to set the first administrator’s password, once, and it works once', async () => {
    const env = { DATABASE_URL: await ownDatabase(), ADMIN_EMAIL: 'Boss@carat.example', SMTP_URL: 'smtp://127.0.0.1:9' }
    const first = await start(env)
    const address = await ready(first)
    const Token = /Set the password at: \S+\/auth\/login\?step=reset#([\w-]{43})/.exec(first.output())?.[1]
    expect(first.output()).toContain('boss@carat.example')
    const choice = { Token, NewPassword: 'seven teapots on a raft', ConfirmPassword: 'seven teapots on a raft' }
    const choose = () =>
      fetch(`${address}/api/1.0/auth/reset-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(choice),
      })
    expect((await choose()).status).toBe(200)
    expect((await choose()).status).toBe(409)
    expect((await signIn(address, 'boss@carat.example', choice.NewPassword)).status).toBe(200)
    expect((await fetch(`${address}/api/1.0/dev/outbox`)).status).toBe(404)
    end(first.child)
    expect(await first.exited).toBe(0)

    const second = await start(env)
    await ready(second)
    expect(second.output()).not.toContain('Set the password')
    end(second.child)
    expect(await second.exited).toBe(0)
  })

  test('an end by SIGTERM answers sixty calls in flight, closes idle connections, and exits with 0 in seconds', async () => {
    const server = await start({ DATABASE_URL: await ownDatabase(), DEMO: '0' })
    const address = await ready(server)
    const agent = new Agent({ keepAlive: true })
    ends.push(async () => agent.destroy())
    // Sixty-one open connections: one of them stays without a call.
    const all = <Answer>(count: number, ask: (index: number) => Answer) =>
      Array.from({ length: count }, (_, i) => ask(i))
    await Promise.all(all(61, () => call(address, { path: '/healthz', agent }).answer))
    const calls = all(60, (index) => call(address, { ...signInCall(`nobody${index}`, 'not this one, sorry'), agent }))
    await Promise.all(calls.map(({ sent }) => sent))
    end(server.child)
    const answers = await Promise.all(calls.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(401))
    expect(await server.exited).toBe(0)
  })

  test('outside the demo an example as a secret and the demo’s accounts are refused', async () => {
    const env = { DATABASE_URL: await ownDatabase() }
    const demo = await start({ ...env, DEMO: '1' })
    await ready(demo)
    end(demo.child)
    expect(await demo.exited).toBe(0)
    const known = await start({ ...env, SERVER_SECRET: secretExamples.SERVER_SECRET })
    expect(await known.exited).toBe(1)
    expect(known.output()).toContain('SERVER_SECRET is the example of the documentation')
    const real = await start(env)
    expect(await real.exited).toBe(1)
    expect(real.output()).toContain('The account hq has the demo’s password')
  })

  test('wrong settings are said in sentences and end with 1', async () => {
    const server = await start({ DATABASE_URL: 'mysql://x', PORT: 'many' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('DATABASE_URL must be')
    expect(server.output()).toContain('PORT must be')
    expect(server.output()).not.toContain('    at ')
  })

  test('an error that nobody expected ends the process with 1, so that it is started again', async () => {
    const server = await start({
      DATABASE_URL: await ownDatabase(),
      DEMO: '0',
      NODE_OPTIONS:
        '--import=data:text/javascript,process.once(%22SIGUSR2%22,()=>Promise.reject(new%20Error(%22lost%22)))',
    })
    await ready(server)
    server.child.kill('SIGUSR2')
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('Error: lost')
  })
})

describe('before anything is written', () => {
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
    const reported = await start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })
    await ready(reported)
    end(reported.child)
    expect(await reported.exited).toBe(0)
  })
})

test('the demo starts with nothing given, shows its accounts, and its codes arrive in the inbox', async () => {
  const server = await start({ PUBLIC_URL: '', SERVER_SECRET: '' })
  const address = await ready(server)
  expect(server.output()).toMatch(
    /Demo accounts: hq, hq\.approver, hq\.analyst, outlet, outlet\.manager\nPassword: +diamond-counter-42/,
  )
  const requested = JSON.parse((await signIn(address, 'hq', 'diamond-counter-42')).body) as { ChallengeId: string }
  const inbox = (await (await fetch(`${address}/api/1.0/dev/outbox`)).json()) as Record<string, string>[]
  expect(inbox[0]).toMatchObject({ To: 'hq@carat.example', Channel: 'Email', Subject: 'Your sign-in code' })
  const Code = /\d{6}/.exec(inbox[0]!.Body!)![0]
  const headers = { 'content-type': 'application/json' }
  const verified = await fetch(`${address}/api/1.0/auth/sign-in/verify`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ChallengeId: requested.ChallengeId, Code }),
  })
  expect(verified.status).toBe(200)
  const secret = /secret (\S+)/.exec(server.output())![1]
  const till = await fetch(`${address}/api/1.0/auth/system/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ClientId: 'pos', ClientSecret: secret }),
  })
  expect(till.status).toBe(200)
  end(server.child)
  expect(await server.exited).toBe(0)
})
