import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { waitForDataDir } from '#kit/server/embedded-postgres/folder-lock.ts'
import { checkDatabase, checkDataDir, checkPort } from '#kit/server/preflight.ts'
import { type Config, ConfigRefused } from './config.ts'
import { secretExamples } from './variables.ts'

/**
 * Detects problems that would make the start fail later, before anything is written.
 * Throws ConfigRefused, DataDirInUse or StartRefused with a message for the operator.
 */
export async function runPreflightChecks(config: Config, log: (text: string) => void): Promise<void> {
  const problems = problemsInProduction(config)
  if (problems.length > 0) throw new ConfigRefused(problems)
  checkDataDir(config.dataDir)
  if (config.databaseUrl === undefined) await refuseFolderInUse(config.dataDir, log)
  if (config.port !== 0) await checkPort(config.host, config.port)
  await checkConfiguredDatabase(config, log)
}

/** Checks the databases that the settings name. The embedded database is checked when it starts. */
export async function checkConfiguredDatabase(
  { databaseUrl, databaseAppUrl, databaseDirectUrl }: Config,
  log: (text: string) => void,
  mustHoldData = false,
): Promise<void> {
  if (databaseUrl === undefined) return
  const common = { log, mustHoldData }
  if (databaseDirectUrl === undefined)
    await checkDatabase({ ...common, url: databaseUrl, setting: 'DATABASE_URL', direct: true })
  else {
    await checkDatabase({ ...common, url: databaseDirectUrl, setting: 'DATABASE_DIRECT_URL', direct: true })
    await checkDatabase({ ...common, url: databaseUrl, setting: 'DATABASE_URL', direct: false })
  }
  if (databaseAppUrl !== undefined)
    await checkDatabase({ log, url: databaseAppUrl, setting: 'DATABASE_APP_URL', direct: false })
}

/** Returns the problems of settings that only a demo may omit or leave at the documented example values. */
export function problemsInProduction(config: Config): string[] {
  if (config.demo) return []
  const { publicUrl, serverSecret, dataDir } = config
  const missing: string[] = []
  if (publicUrl === undefined)
    missing.push(
      'PUBLIC_URL is missing: outside the demo, links in messages and the cookies need the address that users type, ' +
        'for example PUBLIC_URL=https://carat.example',
    )
  // Accepts an existing secret file, because another secret would invalidate the authenticators of all users.
  if (serverSecret === undefined && !existsSync(join(dataDir, 'secrets', 'server')))
    missing.push(
      'SERVER_SECRET is missing: outside the demo it seals authenticators and must outlive this machine. ' +
        'Make one with "openssl rand -hex 32", keep it apart from the backups, and name it or its file (SERVER_SECRET_FILE)',
    )
  const examples = [
    ['METRICS_TOKEN', config.metricsToken, secretExamples.METRICS_TOKEN],
    ['SERVER_SECRET', serverSecret, secretExamples.SERVER_SECRET],
    ['ERP_SECRET', config.erp?.secret, secretExamples.ERP_SECRET],
    ['SERVER_SECRET_BEFORE', config.serverSecretBefore, secretExamples.SERVER_SECRET_BEFORE],
  ] as const
  const exampleSecrets = examples
    .filter(([, value, example]) => value === example)
    .map(([name]) => `${name} is the example of the documentation, which is public; choose another one`)
  return [...missing, ...exampleSecrets]
}

/** Checks that no other process uses the data folder. The server takes the lock itself later. */
async function refuseFolderInUse(dataDir: string, log: (text: string) => void) {
  if (!existsSync(join(dataDir, 'lock'))) return
  const lock = await waitForDataDir(dataDir, 'server', log)
  lock.release()
}
