import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_PASSWORD, rights, systemAccount } from '#app/demo/company.ts'
import { seedDemo } from '#app/demo/demo.ts'
import { addFirstAdministrator } from '#areas/access/server/index.ts'
import { addFirstStaff } from '#areas/organisation/server/index.ts'
import { systemClock } from '#kit/server/clock.ts'
import type { Database } from '#kit/server/database.ts'
import { makeFolder } from '#kit/server/folders.ts'
import { programNamed } from '#kit/server/signed.ts'
import { openStorage } from '#kit/server/storage/open.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Config } from './config.ts'
import { ownUrl } from './own-url.ts'
import { serverSecret } from './secrets.ts'

type Log = (text: string) => void

/** What an empty database needs before anybody can use it, and what the operator should know of the accounts. */
export async function prepareAccounts(
  config: Config,
  database: Database,
  directUrl: string,
  log: Log,
): Promise<string[]> {
  if (config.demo) {
    const secret = serverSecret(config.dataDir, config.serverSecret)
    await seedDemo({ url: directUrl, dataDir: config.dataDir, secret, storage: openStorage(config), log })
    return demoAccounts(config.dataDir)
  }
  const lines = config.smtpUrl
    ? []
    : ['SMTP_URL is not set: one-time codes cannot be sent, so that nobody can sign in.']
  if (!config.adminEmail) return [...lines, ...(await hintWithoutAccounts(database))]
  const origin = programNamed('first start')
  const made = await inTransaction(database, { origin, timeZone: config.businessTimeZone }, (db) =>
    addFirstAdministrator(db, config.adminEmail!, systemClock(), addFirstStaff),
  )
  if (!made) return lines
  return [
    ...lines,
    `First administrator: ${made.username}`,
    whereToSetPassword(config.dataDir, `${ownUrl(config)}${made.path}`),
    'The link can be used once within three days; afterwards ask for another at the sign-in page.',
  ]
}

/** The link is as good as a password: it is shown on a terminal only. Anywhere else the output is kept by a collector of logs. */
function whereToSetPassword(dataDir: string, link: string) {
  if (process.stdout.isTTY) return `Set the password at: ${link}`
  const folder = join(dataDir, 'secrets')
  const file = join(folder, 'first-administrator')
  makeFolder(folder)
  writeFileSync(file, `${link}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return `Set the password at the link in ${file}`
}

async function hintWithoutAccounts({ pool }: Database) {
  const { rows } = await pool.query(`select from user_account where kind = 'Staff' limit 1`)
  return rows.length > 0 ? [] : ['There is no account yet. Set ADMIN_EMAIL to make the first administrator.']
}

function demoAccounts(dataDir: string) {
  const file = join(dataDir, 'secrets', systemAccount.username)
  // Another process, with another folder, may have filled this database.
  const secret = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'known to the server that made the demo'
  return [
    `Demo accounts: ${Object.keys(rights).join(', ')}`,
    `Password:      ${DEMO_PASSWORD} (one-time codes arrive at /dev/outbox)`,
    `Till account:  ${systemAccount.username}, secret ${secret}`,
  ]
}
