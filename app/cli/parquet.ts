import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#app/server/config.ts'
import { writeReportingFiles } from '#areas/reporting-views/server/index.ts'
import { recordBusinessZone } from '#kit/server/business-zone.ts'
import { migrate } from '#kit/server/migrate.ts'
import { openFolder } from '#kit/server/storage/folder.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import { type CliCommand, runWithJobContext, UsageError } from './command.ts'

/** Writes the views of reporting_v1 to Parquet files, which the server otherwise does each night if it is set to. */
export const parquetCommand: CliCommand = {
  name: 'parquet',
  usage: '[--from YYYY-MM] [--to YYYY-MM] [--out FOLDER] [--amounts]',
  help: 'Writes Parquet files for analysts to FOLDER, or to DATA_DIR/reporting or the bucket; only with --amounts they contain amounts.',
  async run(args, env) {
    const { from, to, out, amounts } = parseArgs({
      args,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        out: { type: 'string' },
        amounts: { type: 'boolean', default: false },
      },
    }).values
    for (const month of [from, to])
      if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
        throw new UsageError('--from and --to take a month like 2026-01')
    if (from !== undefined && to !== undefined && from > to) throw new UsageError('--to cannot be before --from')
    const config = loadConfig(env)
    const storage = out === undefined ? openFileStorage(config)('reporting') : openFolder(resolve(out))
    await runWithJobContext(env, 'parquet', async ({ directUrl, database, clock, log }) => {
      await migrate({ url: directUrl, log })
      await recordBusinessZone(database.pool, config.businessTimeZone)
      const summary = await writeReportingFiles({ url: directUrl, storage, amounts, from, to, now: clock(), log })
      const { files, rows, written, unchanged, deleted } = summary
      log(`${files} files with ${rows} rows: ${written} written, ${unchanged} unchanged, ${deleted} deleted`)
    })
  },
}
