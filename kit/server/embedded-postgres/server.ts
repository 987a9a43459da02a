import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterOf, type Place } from './cluster.ts'
import { PostgresUnavailable } from './errors.ts'
import { shutDown } from './leftover.ts'
import { run } from './run.ts'
import { serverSettings } from './settings.ts'

export type Server = { port: number; pid: number; ended: Promise<void>; stop(): Promise<void>; lastWords(): string }
export type Launch = {
  throwaway: boolean
  settings: Record<string, string>
  log: (text: string) => void
  /** The port to listen on; without it any that is free. */
  port?: number
}

/** PostgreSQL ended before it was ready, for the reason it gave. */
export class StartFailed extends Error {
  override name = 'StartFailed'
}

/** What passes by itself: another program took the port, or a child of a killed server is still ending. */
const passing =
  /could not bind|could not create any TCP|shared memory block .* still in use|lock file .* already exists/

/** Starts PostgreSQL on the cluster and answers when it takes connections. */
export async function launch(place: Place, options: Launch): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await spawnServer(place, options)
    if (await isReady(place, server, options.log)) return server
    const words = server.lastWords()
    if (attempt === 5 || !passing.test(words)) throw new StartFailed(words)
    await sleep(attempt * 200)
  }
}

async function spawnServer(
  place: Place,
  { throwaway, settings, log, ...given }: Launch,
): Promise<Server & { running: boolean }> {
  const { identity, binaries, dataDir } = place
  const port = given.port ?? (await freePort())
  const all = { ...serverSettings(port, throwaway), ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args } = identity.command(binaries.postgres, ['-D', clusterOf(dataDir), ...flags])
  // Detached, because Ctrl-C in a terminal reaches the whole group: calls in flight need the database to finish.
  const child = spawn(file, args, { ...identity.options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const words = listen(child, log)
  const { pid } = child
  if (pid === undefined) throw new PostgresUnavailable(`${file} could not be started`)

  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  const server = {
    port,
    pid,
    running: true,
    lastWords: () => words.join(' / '),
    ended: new Promise<void>((resolve) => child.once('close', () => resolve())),
    async stop() {
      if (server.running && process.platform === 'win32') {
        await run(identity, binaries.pgCtl, ['stop', '-D', clusterOf(dataDir), '-m', 'fast', '-w'])
      } else if (server.running) {
        await shutDown(pid, () => server.running)
      }
      await server.ended
    },
  }
  child.once('exit', () => {
    server.running = false
    process.off('exit', endWithUs)
  })
  return server
}

/** Passes on what the server says and keeps its last complaints. */
function listen(child: ChildProcess, log: (text: string) => void): string[] {
  const complaints: string[] = []
  let rest = ''
  child.once('error', (error) => complaints.push(error.message))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      log(line)
      const [, level, text = line] = /(FATAL|PANIC|LOG):\s+(.*)/.exec(line) ?? []
      if (level !== 'LOG' || /could not|cannot|unrecognized|invalid/.test(text)) complaints.push(text)
      if (complaints.length > 6) complaints.shift()
    }
  })
  return complaints
}

/** Waits until PostgreSQL writes "ready" in its own file, as pg_ctl does; recovery after a crash may take minutes. */
async function isReady(
  { dataDir }: Place,
  server: Server & { running: boolean },
  log: Launch['log'],
): Promise<boolean> {
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid')
  for (let waited = 0; ; waited += 10) {
    if (!server.running) {
      await server.ended
      return false
    }
    const status = statusIn(pidFile, server.pid)
    // A standby never gets further.
    if (status === 'ready' || status === 'standby') return true
    if (waited > 0 && waited % 10_000 === 0) log('The database is still recovering')
    await sleep(10)
  }
}

function statusIn(pidFile: string, pid: number): string | undefined {
  try {
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    // Windows starts the server through another process, so there the number says nothing.
    return process.platform === 'win32' || Number(lines[0]) === pid ? lines[7]?.trim() : undefined
  } catch {
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
