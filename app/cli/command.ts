import { loadConfig } from '#app/server/config.ts'
import { DataDirInUse } from '#kit/server/embedded-postgres/errors.ts'
import { type EmbeddedPostgres, runningEmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'

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

/** Lends a command the configured database: DATABASE_URL, else that of the running Carat, else the embedded one. */
export async function withDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(env)
  const given = config.databaseDirectUrl ?? config.databaseUrl
  if (given) return work(given)
  const embedded = await startOrJoin(config.dataDir)
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** A running Carat keeps its database to itself but lets commands in. */
async function startOrJoin(dataDir: string): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  try {
    return await startEmbeddedPostgres({ dataDir })
  } catch (error) {
    const url = error instanceof DataDirInUse ? runningEmbeddedPostgres(dataDir) : undefined
    if (!url) throw error
    return { url, stop: async () => {} }
  }
}
