import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { clusterPath } from '#kit/server/embedded-postgres/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { databaseProxy } from '../factories/database-proxy.ts'

// Starts a primary and its streaming replica from the PostgreSQL binaries that Carat ships.
// These binaries lack pg_basebackup, so the primary's files are copied during a backup, as pg_basebackup does.

const settings = { wal_level: 'replica', max_wal_senders: '5', max_replication_slots: '5' }
export const common = { throwaway: true, settings }
const SLOT = 'carat_replica'

export type ReplicaPair = Awaited<ReturnType<typeof startReplicaPair>>

/** Starts the pair; `prepare` sets up the database before its files are copied. */
export async function startReplicaPair(prepare: (url: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'carat-pair-'))
  const primaryFolder = join(folder, 'primary')
  const replicaFolder = join(folder, 'replica')
  const primary = await startEmbeddedPostgres({ dataDir: primaryFolder, ...common })
  await prepare(primary.url)
  const admin = new Client({ connectionString: primary.url })
  await admin.connect()
  await copyCluster(admin, primaryFolder, replicaFolder, primary.url)
  let replica: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: replicaFolder, ...common })
  // The proxy has a fixed address, although the replica's port changes with every start.
  const proxy = await databaseProxy(replica.url)
  let running = true

  return {
    primaryUrl: primary.url,
    replicaUrl: proxy.url,
    pid: () => replica.pid,
    onPrimary: async (text: string, values: unknown[] = []) => (await admin.query(text, values)).rows,
    onReplica: (text: string, values: unknown[] = []) => askOnce(replica.url, text, values),
    /** Pauses replay: the replica receives later changes, but does not show them. */
    async pause() {
      await askOnce(replica.url, 'select pg_wal_replay_pause()')
      while ((await askOnce(replica.url, 'select pg_get_wal_replay_pause_state() as state'))[0].state !== 'paused');
    },
    resume: () => askOnce(replica.url, 'select pg_wal_replay_resume()'),
    async stopReplica() {
      await proxy.goAway()
      await replica.stop()
      running = false
    },
    async startReplica() {
      replica = await startEmbeddedPostgres({ dataDir: replicaFolder, ...common })
      running = true
      await proxy.comeBack(replica.url)
    },
    async end() {
      if (running) await proxy.goAway()
      await replica.stop()
      await admin.end()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function askOnce(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Copies the cluster of a primary to a new folder, as a standby of `primaryUrl`. */
export async function copyCluster(admin: Client, from: string, to: string, primaryUrl: string) {
  // The slot retains the log from this point until the replica has read it.
  await admin.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  await admin.query(`select pg_backup_start('replica', true)`)
  const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot'])
  mkdirSync(to, { mode: 0o711 })
  cpSync(join(from, 'secrets'), join(to, 'secrets'), { recursive: true })
  cpSync(clusterPath(from), clusterPath(to), { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  mkdirSync(join(clusterPath(to), 'pg_replslot'), { mode: 0o700 })
  for (const file of readdirSync(join(clusterPath(to), 'pg_wal'), { withFileTypes: true }))
    if (file.isFile()) rmSync(join(clusterPath(to), 'pg_wal', file.name))
  const { rows } = await admin.query('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(clusterPath(to), 'backup_label'), rows[0].labelfile)
  const { hostname, port, username, password } = new URL(primaryUrl)
  writeFileSync(
    join(clusterPath(to), 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nprimary_slot_name = '${SLOT}'\n`,
  )
  writeFileSync(join(clusterPath(to), 'standby.signal'), '')
}
