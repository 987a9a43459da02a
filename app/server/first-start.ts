import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_PASSWORD, demoTillAccount, rightsOfDemoAccounts } from '#app/demo/company.ts'
import { seedDemo } from '#app/demo/demo.ts'
import { addFirstAdministrator } from '#areas/access/server/index.ts'
import { addFirstStaff } from '#areas/organisation/server/index.ts'
import { systemClock } from '#kit/server/clock.ts'
import type { Database } from '#kit/server/database.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Config } from './config.ts'
import { serverUrlOf } from './own-url.ts'
import { printSecret } from './print-secret.ts'
import { readServerSecret } from './secrets.ts'

type Log = (text: string) => void

/** Creates the first accounts in an empty database; returns lines for the operator. */
export async function createFirstAccounts(
  config: Config,
  database: Database,
  directUrl: string,
  log: Log,
): Promise<string[]> {
  if (config.demo) {
    const secret = readServerSecret(config.dataDir, config.serverSecret)
    await seedDemo({ url: directUrl, dataDir: config.dataDir, secret, storage: openFileStorage(config), log })
    return demoAccounts(config.dataDir)
  }
  const lines = config.smtpUrl ? [] : ['SMTP_URL is not set: one-time codes cannot be sent, so no one can sign in.']
  if (!config.adminEmail) return [...lines, ...(await hintWithoutAccounts(database))]
  const origin = programOrigin('first start')
  const administrator = await inTransaction(database, { origin, timeZone: config.businessTimeZone }, (db) =>
    addFirstAdministrator(db, config.adminEmail!, systemClock(), addFirstStaff),
  )
  if (!administrator) return lines
  return [
    ...lines,
    `First administrator: ${administrator.username}`,
    printSecret(
      config.dataDir,
      'first-administrator',
      'Set the password at the link',
      `${serverUrlOf(config)}${administrator.path}`,
    ),
    'The link can be used once within three days; afterwards ask for another at the sign-in page.',
  ]
}

async function hintWithoutAccounts({ pool }: Database) {
  const { rows } = await pool.query(`select from user_account where kind = 'Staff' limit 1`)
  return rows.length > 0 ? [] : ['There is no account yet. Set ADMIN_EMAIL to make the first administrator.']
}

function demoAccounts(dataDir: string) {
  const file = join(dataDir, 'secrets', demoTillAccount.username)
  // Another process with a different data folder may have created the first accounts of this database.
  const secret = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'known to the server that made the demo'
  return [
    `Demo accounts: ${Object.keys(rightsOfDemoAccounts).join(', ')}`,
    `Password:      ${DEMO_PASSWORD} (one-time codes: page /dev/outbox, JSON /api/1.0/dev/outbox)`,
    `Till account:  ${demoTillAccount.username}, secret ${secret}`,
  ]
}
