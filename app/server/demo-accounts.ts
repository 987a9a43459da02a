import { verify } from '@node-rs/argon2'
import { DEMO_PASSWORD } from '#app/demo/company.ts'
import type { Database } from '#kit/server/database.ts'
import { type Config, ConfigRefused } from './config.ts'

/** Throws outside the demo while an account still has the published demo password, so that the server does not start. */
export async function refuseDemoAccounts(config: Config, { pool }: Database): Promise<void> {
  if (config.demo) return
  const problems: string[] = []
  // Checks only the user names of the demo, because each check of a password computes an expensive hash.
  const { rows } = await pool.query<{ username: string; password_hash: string }>(
    `select username, password_hash from user_account
     where status = 'Active' and password_hash is not null and username = any($1)`,
    [['hq', 'hq.approver', 'hq.analyst', 'outlet', 'outlet.manager']],
  )
  for (const { username, password_hash } of rows)
    if (await verify(password_hash, DEMO_PASSWORD))
      problems.push(`The account ${username} has the demo’s password; start with DEMO=1, or with a database of its own`)
  if (problems.length > 0) throw new ConfigRefused(problems)
}
