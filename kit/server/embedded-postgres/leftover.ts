import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClusterLocation, clusterPath } from './cluster.ts'
import { PostgresUnavailable } from './errors.ts'
import { runPostgresProgram } from './run.ts'

/** The signals that stop PostgreSQL, gentlest first, each with its timeout. A fast shutdown writes a checkpoint. */
const shutdowns = [
  { signal: 'SIGINT', milliseconds: 8_000 },
  { signal: 'SIGQUIT', milliseconds: 4_000 },
  { signal: 'SIGKILL', milliseconds: 4_000 },
] as const

/** Stops a server with increasingly forceful signals. Resolves to false if the server still runs. */
export async function shutDownPostgres(pid: number, isRunning: () => boolean): Promise<boolean> {
  for (const { signal, milliseconds } of shutdowns) {
    signalTo(pid, signal)
    const deadline = Date.now() + milliseconds
    while (isRunning() && Date.now() < deadline) await sleep(10)
    if (!isRunning()) return true
  }
  return false
}

/**
 * Stops a PostgreSQL server that a killed Carat process left running on this data folder.
 * The caller has the lock of the data folder, so no other process uses the PostgreSQL server.
 */
export async function stopLeftoverServer(location: ClusterLocation, log: (text: string) => void): Promise<void> {
  const cluster = clusterPath(location.dataDir)
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === undefined) return

  if (process.platform === 'win32') {
    // Uses pg_ctl on Windows, which has no signals, to stop the server. An error means that no server runs.
    await runPostgresProgram(location.identity, location.binaries.pgCtl, [
      'stop',
      '-D',
      cluster,
      '-m',
      'fast',
      '-w',
    ]).catch(() => '')
  } else if (serves(pid, cluster)) {
    log(`Stopping the database server (process ${pid}) that an earlier run left behind`)
    if (!(await shutDownPostgres(pid, () => serves(pid, cluster)))) {
      throw new PostgresUnavailable(`process ${pid} of an earlier run still serves ${cluster} and does not end`)
    }
  }
  // Deletes a stale file with a process id, because another process with this id would prevent the start of PostgreSQL.
  // A remaining child of the old PostgreSQL server is detected by its shared memory, and the start is retried.
  rmSync(pidFile, { force: true })
}

function readPid(pidFile: string): number | undefined {
  if (!existsSync(pidFile)) return undefined
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  return pid > 0 ? pid : undefined
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** True if the process works in this data folder. Process ids are reused, so the process may be another program. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') {
    const processLine = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    return !processLine.startsWith('Z') && processLine.includes('postgres') && processLine.includes(cluster)
  }
  try {
    if (/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return false
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)) return true
    const processFolder = statSync(`/proc/${pid}/cwd`)
    const clusterFolder = statSync(cluster)
    return processFolder.dev === clusterFolder.dev && processFolder.ino === clusterFolder.ino
  } catch {
    return false
  }
}
