import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HA_ROOT } from './failover/cluster.ts'
import { queryOnce, waitUntil } from './world.ts'

// Base copies and WAL by the programs of PostgreSQL, which the root of ops/ha/root.sh contains.

const SLOT = 'carat_archive'
const PROGRAMS = '/usr/lib/postgresql/18/bin'
const READY_MS = 30_000
const RECEIVED_MS = 120_000

/** Receives the WAL of a database, as docs/operations.md describes, into a folder outside its cluster. */
export async function openArchive(url: string, { synchronous }: { synchronous: boolean }) {
  const parent = join(HA_ROOT, 'var/lib/carat-recovery')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'archive-'))
  const wal = join(folder, 'archive')
  mkdirSync(wal)
  const inRoot = (path: string) => path.slice(HA_ROOT.length)
  const start = (program: string, ...args: string[]) => {
    const child = spawn('chroot', [HA_ROOT, join(PROGRAMS, program), '-d', url, ...args])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    return { child, output: () => output }
  }
  const run = async (program: string, ...args: string[]) => {
    const { child, output } = start(program, ...args)
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output()}`)
  }
  await run('pg_receivewal', '-S', SLOT, '--create-slot', '--if-not-exists')
  const receiver = start('pg_receivewal', '-D', inRoot(wal), '-S', SLOT, ...(synchronous ? ['--synchronous'] : []))
  process.once('exit', () => receiver.child.kill('SIGKILL'))
  const streaming = `select from pg_stat_replication where application_name = 'pg_receivewal' and state = 'streaming'`
  const began = await waitUntil(async () => (await queryOnce(url, streaming)).length === 1, READY_MS, 100)
  if (!Number.isFinite(began)) throw new Error(`pg_receivewal does not stream: ${receiver.output()}`)
  const base = join(folder, 'base')
  return {
    base,
    wal,
    /** Copies the cluster while it runs. Returns the seconds. */
    async copyBase() {
      const since = performance.now()
      await run('pg_basebackup', '-D', inRoot(base), '-X', 'none', '-c', 'fast')
      return (performance.now() - since) / 1_000
    },
    /** Waits until the WAL up to a position is in the folder. */
    async untilReceived(position: number) {
      const received = `select from pg_stat_replication where application_name = 'pg_receivewal' and write_lsn - '0/0' >= $1`
      const took = await waitUntil(async () => (await queryOnce(url, received, [position])).length === 1, RECEIVED_MS)
      if (!Number.isFinite(took)) throw new Error('pg_receivewal has not received the WAL')
    },
    /** Stops pg_receivewal, and lets the user of PostgreSQL read the files. */
    async close() {
      await end(receiver.child)
      chmodSync(wal, 0o755)
      for (const name of readdirSync(wal)) chmodSync(join(wal, name), 0o644)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}
