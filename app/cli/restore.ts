import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serverAreas } from '#app/server/areas.ts'
import { type Config, loadConfig } from '#app/server/config.ts'
import { checkConfiguredDatabase } from '#app/server/preflight.ts'
import { startNewEpoch } from '#areas/event-feed/server/index.ts'
import { erasedListPath, readErasedList, repeatErasures } from '#areas/privacy/server/index.ts'
import { openClient } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { checkDataDir } from '#kit/server/preflight.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import { restoreBackup } from './backup/read-backup.ts'
import { localMediaFolder } from './backup.ts'
import { type CliCommand, UsageError } from './command.ts'
import { compareBackupWithRestore } from './comparison.ts'
import { readLedgerSums } from './ledger-sums.ts'

export const restoreCommand: CliCommand = {
  name: 'restore',
  usage: '--from BACKUP [--replace] [--erased FILE]',
  help: 'Brings a backup into an empty database; --replace sets aside or throws away what is there. Customers whose personal data were erased since are erased again: those in DATA_DIR, or in --erased FILE.',
  async run(args, env) {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, replace: { type: 'boolean' }, erased: { type: 'string' } },
    })
    if (!values.from) throw new UsageError('Name the backup: --from carat.tar')
    const { from, replace = false } = values
    const config = loadConfig(env)
    const list = values.erased === undefined ? erasedListPath(config.dataDir) : resolve(values.erased)
    const { restored, erased } = await withStoppedDatabase(config, replace, async (url) => ({
      restored: await restoreBackup({
        from: resolve(from),
        url,
        replace,
        sumUp: readLedgerSums,
        media: localMediaFolder(config),
        log: console.log,
      }),
      erased: await finishRestore(list, url, config),
    }))
    const { lines, same } = compareBackupWithRestore(restored)
    console.log([`Restored the backup of ${restored.manifest.madeAt}`, ...lines].join('\n'))
    if (erased.length > 0) console.log(`Erased again: the personal data of customers ${erased.join(', ')}`)
    if (!same) throw new Error('What was restored differs from the backup')
  },
}

/**
 * Ends the cursors of the event feed, and repeats the erasures since the backup, before a server can start.
 * Returns the ids of the customers whose data this restore erased again.
 */
async function finishRestore(path: string, url: string, config: Config): Promise<number[]> {
  const list = await readErasedList(path)
  const client = await openClient(url, 'carat restore')
  try {
    await startNewEpoch(client)
    if (list.length === 0) return []
    const { customers, files } = await repeatErasures(client, serverAreas, list)
    const storage = openFileStorage({ dataDir: config.dataDir, bucket: config.bucket })
    for (const fileKind of ['media', 'exports'] as const)
      for (const name of files[fileKind]) await storage(fileKind).delete(name)
    return customers
  } finally {
    await client.end()
  }
}

/** Runs `work` while no server uses the database. The embedded database that it replaces is renamed, never deleted. */
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
  const embedded = await startEmbeddedPostgres({ dataDir, fresh: replace, use: 'command' })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
