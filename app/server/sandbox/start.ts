import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoTillAccount } from '#app/demo/company.ts'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'
import { type Database, openDatabase } from '#kit/server/database.ts'
import { findRunningPostgresUrl } from '#kit/server/embedded-postgres.ts'
import { loadConfig } from '../config.ts'
import { runPreflightChecks } from '../preflight.ts'
import { readServerSecret } from '../secrets.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'

/** The published client id and secret of the sandbox's till. */
export const sandboxTillCredentials = {
  clientId: demoTillAccount.username,
  clientSecret: 'sandbox-till-secret-for-tests-only',
}

/** A published voucher that is assigned and not used; the sandbox has further ones with the same security code. */
export const sandboxVoucher = { voucherNo: 'SANDBOX-1', securityCode: 'S4NDB0X' }
const voucherNumbers = [sandboxVoucher.voucherNo, 'SANDBOX-2', 'SANDBOX-3', 'SANDBOX-4', 'SANDBOX-5']

/** The code of the demo's reward that the sandbox issues to its member, so that a till can claim it. */
export const sandboxRewardCode = 'TOP-2026'

/** The sandbox has high limits on calls, because tests of tills sign in often and cause faults. */
const limits = { perUser: 100_000, perAddress: 100_000 }

type Options = { port: number; dataDir: string; log: (text: string) => void }

/**
 * Starts a demo with a movable clock, injected faults and fixed secrets, on its own database in `dataDir`.
 * The environment's settings are ignored, so that the sandbox never uses the database of a company.
 */
export async function startSandbox({
  port,
  dataDir,
  log,
}: Options): Promise<RunningServer & { sandbox: Sandbox; membershipNo: string }> {
  markFolder(dataDir)
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(port), DEMO: '1', LOG_LEVEL: 'error' })
  await runPreflightChecks(config, log)
  // The demo creates its till account with the secret in this file.
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'secrets', sandboxTillCredentials.clientId), `${sandboxTillCredentials.clientSecret}\n`, {
    mode: 0o600,
  })
  const sandbox = createSandbox()
  const server = await startServer(config, { dev: false, limits, sandbox, log })
  const database = openDatabase({ url: findRunningPostgresUrl(dataDir)!, max: 1, applicationName: 'carat sandbox' })
  try {
    await addVouchers(database, readServerSecret(dataDir, undefined))
    const membershipNo = await findMemberWithPoints(database)
    await issueReward(database, membershipNo)
    return { ...server, sandbox, membershipNo }
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    await database.end()
  }
}

async function addVouchers({ pool }: Database, secret: Buffer) {
  const sealer = createSecurityCodeSealer({ secret, earlierSecret: null })
  for (const voucherNo of voucherNumbers) {
    const { SecretSealed, KeyId } = sealer.seal(voucherNo, sandboxVoucher.securityCode)
    await pool.query(
      `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, status, is_assigned_yn, assigned_to, assigned_at)
       values ($1, $2, $3, 'G', 100, '2099-12-31', 'R', 'Y', $1, now()) on conflict (voucher_no) do nothing`,
      [voucherNo, SecretSealed, KeyId],
    )
  }
}

/** Issues the reward to the member, unless the sandbox did so at an earlier start with the same data. */
async function issueReward({ pool }: Database, membershipNo: string) {
  await pool.query(
    `select issue_reward($1, reward_id, '{}', jsonb_build_object('Today', business_date_of(now()), 'At', now(), 'OutletCode', 'HQ', 'StaffId', staff_id,
       'CreatedById', user_id, 'UserName', username))
     from reward, user_account where code = $2 and username = 'hq'
       and not exists (select from customer_reward issued where issued.reward_id = reward.reward_id and issued.membership_no = $1)`,
    [membershipNo, sandboxRewardCode],
  )
}

/** Returns the number of an active premium member with at least 500 points. */
async function findMemberWithPoints({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ number: string }>(
    `select membership_no as number from membership join customer using (customer_id)
     where membership.member_type = 'Premium Member' and membership.status = 'Active' and customer.status = 'Active'
       and points_available(membership_no, business_date_of(now())) >= 500
     order by membership_no limit 1`,
  )
  return rows[0]!.number
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
