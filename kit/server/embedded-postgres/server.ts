import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterLocation, clusterPath } from './cluster.ts'
import { PostgresUnavailable } from './errors.ts'
import { shutDownPostgres } from './leftover.ts'
import { runPostgresProgram } from './run.ts'

export type PostgresServer = {
  port: number
  pid: number
  ended: Promise<void>
  stop(): Promise<void>
  lastWords(): string
}
export type LaunchOptions = {
  throwaway: boolean
  settings: Record<string, string>
  log: (text: string) => void
  /** The port of the embedded PostgreSQL; by default any free port. */
  port?: number
}

/** Thrown if PostgreSQL ended before it was ready, with PostgreSQL's own message. */
export class PostgresStartFailed extends Error {
  override name = 'StartFailed'
}

/** Matches errors for which PostgreSQL is started again: its port is in use, or a child of a killed server still runs. */
const transientFailure =
  /could not bind|could not create any TCP|shared memory block .* still in use|lock file .* already exists/

/** Starts PostgreSQL on the cluster and resolves when the server accepts connections. */
export async function launchPostgres(location: ClusterLocation, options: LaunchOptions): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await spawnServer(location, options)
    if (await isReady(location, server, options.log)) return server
    const words = server.lastWords()
    if (attempt === 5 || !transientFailure.test(words)) throw new PostgresStartFailed(words)
    await sleep(attempt * 200)
  }
}

async function spawnServer(
  location: ClusterLocation,
  { throwaway, settings, log, ...options }: LaunchOptions,
): Promise<PostgresServer & { running: boolean }> {
  const { identity, binaries, dataDir } = location
  const port = options.port ?? (await freePort())
  const allSettings = { ...serverSettings(port, throwaway), ...settings }
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args } = identity.command(binaries.postgres, ['-D', clusterPath(dataDir), ...flags])
  // Starts PostgreSQL detached, because Ctrl-C signals the process group while running calls still need the database.
  const child = spawn(file, args, { ...identity.options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const complaints = listen(child, log)
  const { pid } = child
  if (pid === undefined) throw new PostgresUnavailable(`${file} could not be started`)

  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  const server = {
    port,
    pid,
    running: true,
    lastWords: () => complaints.join(' / '),
    ended: new Promise<void>((resolve) => child.once('close', () => resolve())),
    async stop() {
      if (server.running && process.platform === 'win32') {
        await runPostgresProgram(identity, binaries.pgCtl, ['stop', '-D', clusterPath(dataDir), '-m', 'fast', '-w'])
      } else if (server.running) {
        await shutDownPostgres(pid, () => server.running)
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

/** Logs the server's output and collects the last error messages. */
function listen(child: ChildProcess, log: (text: string) => void): string[] {
  const complaints: string[] = []
  let partialLine = ''
  child.once('error', (error) => complaints.push(error.message))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (partialLine + chunk).split('\n')
    partialLine = lines.pop() ?? ''
    for (const line of lines) {
      log(line)
      const [, level, text = line] = /(FATAL|PANIC|LOG):\s+(.*)/.exec(line) ?? []
      if (level !== 'LOG' || /could not|cannot|unrecognized|invalid/.test(text)) complaints.push(text)
      if (complaints.length > 6) complaints.shift()
    }
  })
  return complaints
}

/** Waits until PostgreSQL writes "ready" to its pid file, as pg_ctl does. Recovery after a crash may take minutes. */
async function isReady(
  { dataDir }: ClusterLocation,
  server: PostgresServer & { running: boolean },
  log: LaunchOptions['log'],
): Promise<boolean> {
  const pidFile = join(clusterPath(dataDir), 'postmaster.pid')
  for (let waited = 0; ; waited += 10) {
    if (!server.running) {
      await server.ended
      return false
    }
    const status = statusIn(pidFile, server.pid)
    // PostgreSQL writes "standby" as the final status of a standby server.
    if (status === 'ready' || status === 'standby') return true
    if (waited > 0 && waited % 10_000 === 0) log('The database is still recovering')
    await sleep(10)
  }
}

function statusIn(pidFile: string, pid: number): string | undefined {
  try {
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    // Skips the comparison of process ids on Windows, where another process starts the server.
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

/** Settings of every embedded server, sized for a machine with two cores and a few gigabytes of memory. */
function serverSettings(port: number, throwaway: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Listens on TCP with a password only. A Unix socket would be a second entry point, and its path may be too long.
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    jit: 'off',
    max_worker_processes: '8',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
    dynamic_shared_memory_type: sharedMemoryIsRoomy() ? 'posix' : 'mmap',
    synchronous_commit: 'on',
    wal_compression: 'on',
    // Checkpoints rarely, because the first change of a page after a checkpoint writes the whole page to the WAL.
    // After a checkpoint a sale writes six times as much, and a full WAL forces checkpoints in quick succession.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Does not log failed statements, which contain customer data. The caller gets the error.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(throwaway && throwawaySettings),
  }
}

/** Settings of test clusters, which need not survive a crash. */
const throwawaySettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
  autovacuum_naptime: '1h',
}

/** Limits parallel queries, which fail when they exceed /dev/shm; containers often have only 64 MB. */
function sharedMemoryIsRoomy(): boolean {
  if (process.platform !== 'linux') return true
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks >= 256 * 1024 * 1024
  } catch {
    return false
  }
}
