import { constants, mkdirSync, writeFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openClient } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'

// A base copy has the files of a cluster. With the WAL since its start it can be recovered to any later moment.

/** Files of a running server that a copy must not have. */
const transient = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/
/** Folders whose content is left out: the WAL comes from the archive. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Copies the files of a running cluster to `to`, between the functions of PostgreSQL that make such a copy consistent. */
export async function takeBaseCopy(url: string, cluster: string, to: string): Promise<void> {
  const client = await openClient(url, 'carat base copy')
  try {
    await client.query(`select pg_backup_start('carat', true)`)
    await copyFolder(cluster, to)
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0]!.label)
  } finally {
    await client.end()
  }
}

async function copyFolder(from: string, to: string, isEmptied = false) {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target, isEmptied || emptied.has(entry.name))
    else if (!isEmptied && !transient.test(entry.name)) await copyExisting(source, target)
  }
}

/** A file that the server has removed meanwhile is restored or removed again by the WAL. */
async function copyExisting(source: string, target: string) {
  await copyFile(source, target, constants.COPYFILE_FICLONE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await chmod(target, 0o600).catch(() => {})
}

/**
 * Starts a server of its own on a copy of `base` and applies the WAL in `wal` up to the moment `to`, or its end.
 * Understands the partial files of pg_receivewal. Returns the running server, and the seconds of the copy and of the WAL.
 */
export async function recoverBaseCopy({
  folder,
  base,
  wal,
  to,
}: {
  folder: string
  base: string
  wal: string
  to: Date | undefined
}) {
  const cluster = join(folder, 'postgres')
  const began = performance.now()
  await copyFolder(base, cluster)
  const copiedAt = performance.now()
  writeFileSync(join(cluster, 'recovery.signal'), '')
  mkdirSync(join(folder, 'secrets'), { recursive: true })
  writeFileSync(join(folder, 'secrets', 'postgres-password'), 'not asked for\n')
  // The passwords of the copied roles may be unknown here, and the server listens on this machine only.
  writeFileSync(join(folder, 'hba.conf'), 'host all all 127.0.0.1/32 trust\n', { mode: 0o644 })
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: {
      hba_file: join(folder, 'hba.conf'),
      restore_command: `cp '${wal}/%f' '%p' 2>/dev/null || cp '${wal}/%f.partial' '%p'`,
      recovery_target_action: 'promote',
      archive_mode: 'off',
      primary_conninfo: '',
      // The recovered server has no standby that could confirm a commit.
      synchronous_standby_names: '',
      ssl: 'off',
      ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
    },
  })
  const client = await openClient(postgres.url, 'carat recovery')
  try {
    while (
      (await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')).rows[0]!.recovering
    )
      await new Promise((resolve) => setTimeout(resolve, 100))
  } finally {
    await client.end()
  }
  return { postgres, copiedIn: (copiedAt - began) / 1_000, appliedIn: (performance.now() - copiedAt) / 1_000 }
}
