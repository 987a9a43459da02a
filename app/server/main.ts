import { DataDirDamaged, DataDirInUse, PostgresUnavailable } from '#kit/server/embedded-postgres/errors.ts'
import { MigrationRefused } from '#kit/server/migrate.ts'
import { StartRefused } from '#kit/server/preflight.ts'
import { ConfigRefused, loadConfig } from './config.ts'
import { runPreflightChecks } from './preflight.ts'
import type { RunningServer } from './start-server.ts'

const log = (text: string) => console.log(text)

/** Runs the server until a signal stops it. */
export async function main({ dev }: { dev: boolean }): Promise<void> {
  let starting: Promise<RunningServer> | undefined
  let stopping = false

  const end = async (reason: string, exitCode: number) => {
    // A second signal makes the process exit at once.
    if (stopping) process.exit(exitCode || 130)
    stopping = true
    log(reason)
    // Waits for a start in progress before stopping, because its database would otherwise keep running.
    const server = await starting?.catch(() => undefined)
    await server?.stop().catch((error: unknown) => {
      console.error(error)
      exitCode ||= 1
    })
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void end('Stopping: finishing the calls in flight', 0))
  process.on('SIGINT', () => void end('Stopping: finishing the calls in flight', 0))
  // After an unexpected error the state of the process is unknown, so it exits and the supervisor restarts the server.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      console.error(error)
      void end(`Stopping after an unexpected error (${event})`, 1)
    })
  }

  try {
    const config = loadConfig(process.env)
    await runPreflightChecks(config, log)
    if (stopping) return
    // Imports the server after the checks, because loading takes a second and errors should be reported at once.
    starting = import('./start-server.ts').then(({ startServer }) => startServer(config, { dev, log }))
    const server = await starting
    if (stopping) return
    void server.databaseEnded.then(() => {
      if (!stopping) void end('Stopping: the embedded PostgreSQL has ended', 1)
    })
    log(['', `Carat is ready at ${server.address}`, ...server.accounts, ''].join('\n'))
  } catch (error) {
    console.error(isForTheOperator(error) ? error.message : error)
    process.exit(1)
  }
}

/** The errors whose message tells the operator enough, without a stack trace. */
function isForTheOperator(error: unknown): error is Error {
  const codes = ['EADDRINUSE', 'EACCES', 'ECONNREFUSED', 'ENOTFOUND', '28P01', '28000', '3D000', '42501']
  return (
    [ConfigRefused, DataDirDamaged, DataDirInUse, PostgresUnavailable, MigrationRefused, StartRefused].some(
      (kind) => error instanceof kind,
    ) || codes.includes((error as { code?: string }).code ?? '')
  )
}
