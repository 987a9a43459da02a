import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '#app/server/config.ts'
import { release } from '#app/server/release.ts'
import type { Manifest } from '#kit/server/backup/format.ts'
import { writeBackup } from '#kit/server/backup/write-backup.ts'
import { bookSums } from './book-sums.ts'
import { type Command, UsageError, withDatabase } from './command.ts'

export const backup: Command = {
  name: 'backup',
  usage: '--to FILE.tar|FOLDER',
  help: 'Copies the database and the media as they stand now, beside a running Carat.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
    if (!values.to) throw new UsageError('Say where the backup goes: --to /backups, or --to carat.tar')
    const config = loadConfig(env)
    const to = placeFor(resolve(values.to), new Date())
    const manifest = await withDatabase(env, (url) => backUp(config, url, to, console.log))
    console.log([...summaryOf(manifest), `Written to ${to}`, ...hintsFor(config)].join('\n'))
  },
}

export const backUp = (config: Config, url: string, to: string, log: (text: string) => void): Promise<Manifest> =>
  writeBackup({ url, to, release: release.version, now: new Date(), sumUp: bookSums, media: mediaOf(config), log })

/** The folder that holds the media; undefined where a bucket does. */
export const mediaOf = ({ bucket, dataDir }: Config) => (bucket ? undefined : join(dataDir, 'media'))

/** In a folder that is there already each backup gets a name of its own. */
function placeFor(path: string, now: Date) {
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  return isFolder ? join(path, `carat-${now.toISOString().replace(/[:.]/g, '-')}.tar`) : path
}

function summaryOf({ tables, files, sums }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${rows} rows of ${tables.length} tables and ${files.length} files`,
    ...Object.entries(sums).map(([name, sum]) => `  ${name}: ${sum}`),
  ]
}

const hintsFor = ({ bucket, dataDir }: Config) => [
  ...(bucket ? [`The bucket ${bucket.name} is not in it; keep its own versions or copies.`] : []),
  `Secrets are not in it. Keep ${join(dataDir, 'secrets')} and your settings elsewhere: without them nobody's authenticator works.`,
]
