import { loadConfig } from '#app/server/config.ts'
import { checkConfiguredDatabase } from '#app/server/preflight.ts'
import { systemClock } from '#kit/server/clock.ts'
import { openDatabase } from '#kit/server/database.ts'
import { DataDirInUse } from '#kit/server/embedded-postgres/errors.ts'
import {
  type EmbeddedPostgres,
  findRunningPostgresUrl,
  hasNoDatabase,
  startEmbeddedPostgres,
} from '#kit/server/embedded-postgres.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { checkDatabase, checkDataDir, StartRefused } from '#kit/server/preflight.ts'

// The parts that all CLI commands share. The list of commands is in commands.ts.

export type CliCommand = {
  name: string
  /** The arguments of the command as the help shows them. */
  usage?: string
  /** The purpose of the command in one sentence, for the help. */
  help: string
  /** May resolve to the exit code, which is 0 by default. */
  run(args: string[], env: NodeJS.ProcessEnv): Promise<void> | Promise<number>
}

/** Thrown for an invalid argument. The message describes the expected argument. */
export class UsageError extends Error {}

type DatabaseOptions = {
  /** True for a command that may create a database. Commands that need existing data fail without a database. */
  mayBeNew?: boolean
}

/** Runs `work` with the configured database: DATABASE_URL, or else the embedded database, which is started if needed. */
export async function withDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<Result>,
  { mayBeNew = false }: DatabaseOptions = {},
): Promise<Result> {
  const config = loadConfig(env)
  const log = (text: string) => console.error(text)
  const configured = config.databaseDirectUrl ?? config.databaseUrl
  if (configured) {
    await checkConfiguredDatabase(config, log, !mayBeNew)
    return work(configured)
  }
  if (mayBeNew) checkDataDir(config.dataDir)
  else if (hasNoDatabase(config.dataDir))
    throw new StartRefused(
      `There is no database in DATA_DIR ${config.dataDir}. Set DATA_DIR to the folder of your Carat, or DATABASE_URL to its database.`,
    )
  const embedded = await startOrJoin(config.dataDir)
  try {
    if (!mayBeNew)
      await checkDatabase({ url: embedded.url, setting: 'DATA_DIR', direct: true, mustHoldData: true, log })
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Runs `work` with a job context, whose changes the audit log attributes to the command. */
export const runWithJobContext = <Result>(
  env: NodeJS.ProcessEnv,
  name: string,
  work: (context: JobContext) => Promise<Result>,
): Promise<Result> =>
  withDatabase(env, async (url) => {
    const database = openDatabase({ url, max: 4, applicationName: `carat ${name}` })
    const { businessTimeZone: timeZone } = loadConfig(env)
    const origin = programOrigin(name)
    try {
      return await work({ origin, database, directUrl: url, clock: systemClock, timeZone, log: console.log })
    } finally {
      await database.end()
    }
  })

/** Starts the embedded database, or connects to the one that a running server has started. */
async function startOrJoin(dataDir: string): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startEmbeddedPostgres({ dataDir, use: 'command' })
  } catch (error) {
    const url = error instanceof DataDirInUse ? findRunningPostgresUrl(dataDir) : undefined
    if (!url) throw error
    return { url, stop: async () => {} }
  }
}
