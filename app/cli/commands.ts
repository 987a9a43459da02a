import { loadConfig } from '#app/server/config.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { migrate } from '#kit/server/migrate.ts'

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

/** What `npm run cli -- <command>` knows. Help is answered by the program itself. */
export const commands: readonly Command[] = [
  {
    name: 'migrate',
    help: 'Brings the database to what this release needs; a running server does so by itself when it starts.',
    run: (_, env) => withDatabase(env, (url) => migrate({ url, log: console.log })),
  },
]

/** Lends a command the configured database: DATABASE_URL, or the embedded one, which no server may be using then. */
export async function withDatabase<Result>(
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(env)
  const given = config.databaseDirectUrl ?? config.databaseUrl
  if (given) return work(given)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
