import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterOf, type Place } from './cluster.ts'
import { PostgresUnavailable } from './errors.ts'
import { run } from './run.ts'

/** Signals that end PostgreSQL, gentlest first, each with the time it gets. A fast shutdown writes a checkpoint. */
const shutdowns = [
  { signal: 'SIGINT', milliseconds: 8_000 },
  { signal: 'SIGQUIT', milliseconds: 4_000 },
  { signal: 'SIGKILL', milliseconds: 4_000 },
] as const

/** Ends a server, first fast, then harder; answers false if it is still there. */
export async function shutDown(pid: number, isRunning: () => boolean): Promise<boolean> {
  for (const { signal, milliseconds } of shutdowns) {
    signalTo(pid, signal)
    const patience = Date.now() + milliseconds
    while (isRunning() && Date.now() < patience) await sleep(10)
    if (!isRunning()) return true
  }
  return false
}

/**
 * Stops the server that a killed process of ours left behind on this folder. Anyone who calls this holds the folder's
 * lock, so such a server has no other master.
 */
export async function stopLeftover(place: Place, log: (text: string) => void): Promise<void> {
  const cluster = clusterOf(place.dataDir)
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === undefined) return

  if (process.platform === 'win32') {
    // Windows has no signals; pg_ctl speaks to the server in PostgreSQL's own way, and fails if there is none.
    await run(place.identity, place.binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w']).catch(() => '')
  } else if (serves(pid, cluster)) {
    log(`Stopping the database server (process ${pid}) that an earlier run left behind`)
    if (!(await shutDown(pid, () => serves(pid, cluster)))) {
      throw new PostgresUnavailable(`process ${pid} of an earlier run still serves ${cluster} and does not end`)
    }
  }
  // A number that now belongs to a stranger would keep PostgreSQL from starting, as it does after a container's restart.
  // Should a child of the old server live on, PostgreSQL itself finds its shared memory in use and waits for us.
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

/** Process numbers are reused, so a running process is only our server if it works in this very folder. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') {
    const listed = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    return !listed.startsWith('Z') && listed.includes('postgres') && listed.includes(cluster)
  }
  try {
    if (/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return false
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)) return true
    const here = statSync(`/proc/${pid}/cwd`)
    const there = statSync(cluster)
    return here.dev === there.dev && here.ino === there.ino
  } catch {
    return false
  }
}
