import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '#app/server/config.ts'
import { releaseInfo } from '#app/server/release.ts'
import { openClient } from '#kit/server/database.ts'
import type { BackupManifest } from './backup/format.ts'
import { writeBackup } from './backup/write-backup.ts'
import { type CliCommand, UsageError, withDatabase } from './command.ts'
import { readLedgerSums } from './ledger-sums.ts'

export const backupCommand: CliCommand = {
  name: 'backup',
  usage: '--to FILE.tar|FOLDER [--keep DAYS]',
  help: 'Copies the database and the media as they stand now, beside a running Carat; --keep removes older copies from the folder.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { to: { type: 'string' }, keep: { type: 'string' } } })
    if (!values.to) throw new UsageError('Say where the backup goes: --to /backups, or --to carat.tar')
    const keep = daysOf(values.keep)
    const config = loadConfig(env)
    const now = new Date()
    const to = targetPath(resolve(values.to), now)
    if (keep !== undefined && to === resolve(values.to))
      throw new UsageError('--keep goes with a folder that is there: --to /backups --keep 30')
    const manifest = await withDatabase(env, (url) => backUpDatabase(config, url, to, console.log))
    // Deletes older backups only after the new backup succeeded, because they may be the only usable ones.
    const removed = keep === undefined ? [] : removeOlder(resolve(values.to), keep, now)
    const lines = removed.map((name) => `Removed ${name}, older than ${keep} days`)
    console.log([...summaryOf(manifest), `Written to ${to}`, ...lines, ...hintsFor(config)].join('\n'))
  },
}

export async function backUpDatabase(
  config: Config,
  url: string,
  to: string,
  log: (text: string) => void,
): Promise<BackupManifest> {
  const now = new Date()
  const media = localMediaFolder(config)
  const manifest = await writeBackup({ url, to, release: releaseInfo.version, now, sumUp: readLedgerSums, media, log })
  await noteBackup(url, manifest)
  return manifest
}

/** Records the backup for the alert on missing backups. Older releases have no table `backup_run`. */
async function noteBackup(url: string, { madeAt, tables, files }: BackupManifest) {
  const client = await openClient(url, 'carat backup')
  try {
    const { rows } = await client.query(`select 1 where to_regclass('backup_run') is not null`)
    if (rows.length > 0)
      await client.query('insert into backup_run (made_at, row_count, file_count) values ($1, $2, $3)', [
        madeAt,
        tables.reduce((sum, table) => sum + table.rows, 0),
        files.length,
      ])
  } finally {
    await client.end()
  }
}

/** The folder of uploaded media; undefined if media are in a bucket. */
export const localMediaFolder = ({ bucket, dataDir }: Config) => (bucket ? undefined : join(dataDir, 'media'))

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--keep takes a number of days from 1 to 9999')
  return Number(text)
}

const DAY_MS = 86_400_000
/** Matches the names of backups that this command generates. Other files in the folder are never deleted. */
const backupFileName = /^carat-(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})-(\d{3}Z)\.tar$/

function removeOlder(folder: string, days: number, now: Date): string[] {
  const older = readdirSync(folder).filter((name) => {
    const [, hour, minute, second, rest] = backupFileName.exec(name) ?? []
    return hour !== undefined && Date.parse(`${hour}:${minute}:${second}.${rest}`) < now.getTime() - days * DAY_MS
  })
  for (const name of older) rmSync(join(folder, name))
  return older
}

/** Returns the path of the new backup: `path`, or a generated file name inside `path` if it is an existing folder. */
function targetPath(path: string, now: Date) {
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  return isFolder ? join(path, `carat-${now.toISOString().replace(/[:.]/g, '-')}.tar`) : path
}

function summaryOf({ tables, files, sums }: BackupManifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${rows} rows of ${tables.length} tables and ${files.length} files`,
    ...Object.entries(sums).map(([name, sum]) => `  ${name}: ${sum}`),
  ]
}

const hintsFor = ({ bucket, dataDir }: Config) => [
  ...(bucket ? [`The bucket ${bucket.name} is not in it; keep its own versions or copies.`] : []),
  `Secrets are not in it. Keep ${join(dataDir, 'secrets')} and your settings elsewhere: without them no authenticator works.`,
]
