import { loadConfig } from '#app/server/config.ts'
import { checkConfiguredDatabase } from '#app/server/preflight.ts'
import { systemClock } from '#kit/server/clock.ts'
import { openDatabase } from '#kit/server/database.ts'
import { DataDirInUse } from '#kit/server/embedded-postgres/errors.ts'
import {
  type EmbeddedPostgres,
  holdsNoDatabase,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#kit/server/embedded-postgres.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import { checkDatabase, checkDataDir, StartRefused } from '#kit/server/preflight.ts'
import { programNamed } from '#kit/server/signed.ts'

// What a command is made of; which ones there are stands in commands.ts.

export type Command = {
  name: string
  /** Its arguments, as the help shows them. */
  usage?: string
  /** One sentence. */
  help: string
  run(args: string[], env: NodeJS.ProcessEnv): Promise<void>
}

/** A wrong argument: the message says what would be right. */
export class UsageError extends Error {}

type Lending = {
  /** Only what fills a database may make a new one; what works on data would find an empty one right. */
  mayBeNew?: boolean
}

/** Lends a command the configured database: DATABASE_URL, else that of the running Carat, else the embedded one. */
export async function withDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<Result>,
  { mayBeNew = false }: Lending = {},
): Promise<Result> {
  const config = loadConfig(env)
  const log = (text: string) => console.error(text)
  const configured = config.databaseDirectUrl ?? config.databaseUrl
  if (configured) {
    await checkConfiguredDatabase(config, log, !mayBeNew)
    return work(configured)
  }
  if (mayBeNew) checkDataDir(config.dataDir)
  else if (holdsNoDatabase(config.dataDir))
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

/** Lends a command what a job has, in the command's own name. */
export const asJob = <Result>(
  env: NodeJS.ProcessEnv,
  name: string,
  work: (context: JobContext) => Promise<Result>,
): Promise<Result> =>
  withDatabase(env, async (url) => {
    const database = openDatabase({ url, max: 4, applicationName: `carat ${name}` })
    const { businessTimeZone: timeZone } = loadConfig(env)
    const origin = programNamed(name)
    try {
      return await work({ origin, database, directUrl: url, clock: systemClock, timeZone, log: console.log })
    } finally {
      await database.end()
    }
  })

/** A running Carat keeps its database to itself but lets commands in. */
async function startOrJoin(dataDir: string): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startEmbeddedPostgres({ dataDir, use: 'command' })
  } catch (error) {
    const url = error instanceof DataDirInUse ? runningEmbeddedPostgres(dataDir) : undefined
    if (!url) throw error
    return { url, stop: async () => {} }
  }
}
