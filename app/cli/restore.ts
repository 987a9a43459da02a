import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, loadConfig } from '#app/server/config.ts'
import { checkConfiguredDatabase } from '#app/server/preflight.ts'
import { restoreBackup } from '#kit/server/backup/read-backup.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { checkDataDir } from '#kit/server/preflight.ts'
import { mediaOf } from './backup.ts'
import { type Command, UsageError } from './command.ts'
import { comparison } from './comparison.ts'
import { ledgerSums } from './ledger-sums.ts'

export const restore: Command = {
  name: 'restore',
  usage: '--from BACKUP [--replace]',
  help: 'Brings a backup into an empty database; --replace sets aside or throws away what is there.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, replace: { type: 'boolean' } } })
    if (!values.from) throw new UsageError('Say which backup: --from carat.tar')
    const { from, replace = false } = values
    const config = loadConfig(env)
    const restored = await withStoppedDatabase(config, replace, (url) =>
      restoreBackup({
        from: resolve(from),
        url,
        replace,
        sumUp: ledgerSums,
        media: mediaOf(config),
        log: console.log,
      }),
    )
    const { lines, same } = comparison(restored)
    console.log([`Restored the backup of ${restored.manifest.madeAt}`, ...lines].join('\n'))
    if (!same) throw new Error('What was restored differs from the backup')
  },
}

/** The database without a server beside it. The embedded one is set aside, never thrown away, when it is replaced. */
async function withStoppedDatabase<Result>(
  config: Config,
  replace: boolean,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  const configured = databaseDirectUrl ?? databaseUrl
  if (configured) {
    await checkConfiguredDatabase(config, (text) => console.error(text))
    return work(configured)
  }
  checkDataDir(dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir, fresh: replace })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
