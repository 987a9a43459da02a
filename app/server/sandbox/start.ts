import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemAccount } from '#app/demo/company.ts'
import { loadConfig } from '../config.ts'
import { runPreflightChecks } from '../preflight.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** The published client id and secret of the sandbox's till. */
export const sandboxTill = { clientId: systemAccount.username, clientSecret: 'sandbox-till-secret-for-tests-only' }

/** The sandbox has high limits on calls, because tests of tills sign in often and cause faults. */
const limits = { perUser: 100_000, perAddress: 100_000 }

type Options = { port: number; dataDir: string; log: (text: string) => void }

/**
 * Starts a demo with a movable clock, injected faults and fixed secrets, on its own database in `dataDir`.
 * The environment's settings are ignored, so that the sandbox never uses the database of a company.
 */
export async function startSandbox({ port, dataDir, log }: Options): Promise<RunningServer & { sandbox: Sandbox }> {
  markFolder(dataDir)
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(port), DEMO: '1', LOG_LEVEL: 'error' })
  await runPreflightChecks(config, log)
  // The demo creates its till account with the secret in this file.
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'secrets', sandboxTill.clientId), `${sandboxTill.clientSecret}\n`, { mode: 0o600 })
  const sandbox = createSandbox()
  const server = await startServer(config, { dev: false, limits, sandbox, log })
  return { ...server, sandbox }
}

/** The name of a marker file in the data folder of every sandbox. */
const MARK = 'sandbox'

/** Marks an empty folder as a sandbox. Throws for a folder with other data, which may belong to a company. */
function markFolder(dataDir: string) {
  const mark = join(dataDir, MARK)
  if (existsSync(mark)) return
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not the folder of a sandbox. Choose an empty one`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(mark, 'The data of this folder belong to a sandbox.\n')
}
