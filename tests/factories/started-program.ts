import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'

/** Functions that stop programs after the current test; the last one runs first. */
export const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of cleanUps.splice(0).reverse()) await end()
})

/** Starts the program in a separate process, as an operator does. */
export async function startProgram(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carat-main-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const program = `import('#app/server/main.ts').then(({ main }) => main({ dev: false }))`
  // Does not use --input-type, because threads would inherit this option and could not load files.
  const child = spawn(process.execPath, ['-e', program], {
    env: {
      ...{
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'warn',
      },
      ...{ PUBLIC_URL: `http://127.0.0.1:${port}`, SERVER_SECRET: randomBytes(32).toString('hex') },
      ...env,
    },
  })
  cleanUps.push(async () => void child.kill('SIGKILL'))
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

type Started = Awaited<ReturnType<typeof startProgram>>

/** Returns the address of a program once it is ready. */
export async function waitUntilReady({ output, exited }: Started) {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  await expect.poll(() => /ready at (\S+)\//.exec(output())?.[1] ?? ended).toBeTruthy()
  const address = /ready at (\S+)\//.exec(output())?.[1]
  if (!address) throw new Error(`It did not start:\n${output()}`)
  return address
}

export async function createProgramDatabase() {
  const { url, drop } = await cloneDatabase()
  cleanUps.push(drop)
  return url
}

export const end = (child: ChildProcess) => void child.kill('SIGTERM')

type CallOptions = { path: string; method?: string; body?: string; agent?: Agent }

/** Makes a call; `sent` resolves when the request was sent completely, `answer` with the reply. */
export function call(address: string, { path, body, ...options }: CallOptions) {
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

/** Repeats a call that a busy server refuses with 503 and Retry-After. */
export async function untilServed<Reply extends { status: number }>(ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask()
    if (reply.status !== 503 || attempt === 50) return reply
  }
}

export const signInCall = (Username: string, Password: string): CallOptions => ({
  path: '/api/1.0/auth/sign-in',
  method: 'POST',
  body: JSON.stringify({ Username, Password }),
})
export const signIn = (address: string, Username: string, Password: string) =>
  call(address, signInCall(Username, Password)).answer
