import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { openClient } from '#kit/server/database.ts'
import { openStorage } from '#kit/server/storage/open.ts'
import type { StorageFactory } from '#kit/server/storage.ts'
import { DEMO_PASSWORD, systemAccount } from './company.ts'
import { writeCampaigns } from './write-campaigns.ts'
import { writeCompany } from './write-company.ts'
import { writeDataQuality } from './write-data-quality.ts'
import { writeExports } from './write-exports.ts'
import { writeFeedback } from './write-feedback.ts'
import { writeHousehold } from './write-household.ts'
import { writeImports } from './write-imports.ts'
import { writeLevels } from './write-levels.ts'
import { writeMerges } from './write-merges.ts'
import { writeMessages } from './write-messages.ts'
import { writeReferrals } from './write-referrals.ts'
import { writeExpiringPointsWork } from './write-rescue.ts'
import { writeRewards } from './write-rewards.ts'
import { writeSalesToCheck } from './write-sales-to-check.ts'
import { writeSchedules } from './write-schedules.ts'
import { writeSegments } from './write-segments.ts'
import { writeSelfService } from './write-self-service.ts'
import { writeSetup } from './write-setup.ts'
import { writeTaskFiles } from './write-task-files.ts'
import { writeTasks } from './write-tasks.ts'
import { writeTrade } from './write-trade.ts'
import { writeViews } from './write-views.ts'
import { writeLoyaltyWatchFindings } from './write-watch.ts'

/** `secret` is the server secret, which encrypts voucher codes. */
type Options = { url: string; dataDir: string; secret: Buffer; storage?: StorageFactory; log?: (text: string) => void }

/** Seeds an empty database with a jewellery company. Does nothing if the database has data. */
export async function seedDemo({
  url,
  dataDir,
  secret,
  storage = openStorage({ dataDir }),
  log = () => {},
}: Options): Promise<void> {
  const client = await openClient(url, 'carat demo')
  try {
    await client.query('begin')
    // The lock prevents two processes from seeding the same database at the same time.
    await client.query('lock table building in exclusive mode')
    const { rows } = await client.query('select 1 from building limit 1')
    if (rows.length === 0) {
      const origin = JSON.stringify({
        userId: null,
        name: 'demo',
        outletCode: 'HQ',
        session: null,
        ip: null,
        requestId: 'demo',
        bulk: 'demo',
      })
      await client.query("select set_config('carat.origin', $1, true)", [origin])
      log('Filling the empty database with the demo')
      await writeCompany(client, {
        passwordHash: await hashPassword(DEMO_PASSWORD),
        secretHash: await hashPassword(systemSecret(dataDir)),
      })
      await writeTrade(client)
      await writeLevels(client)
      await writeReferrals(client)
      await writeRewards(client, secret)
      await writeExpiringPointsWork(client)
      await writeDataQuality(client)
      await writeHousehold(client)
      await writeMerges(client)
      await writeSalesToCheck(client)
      await writeMessages(client)
      await writeLoyaltyWatchFindings(client)
      await writeTasks(client)
      await writeTaskFiles(client, storage)
      await writeSegments(client)
      await writeFeedback(client)
      await writeSetup(client)
      await writeSelfService(client)
      await writeCampaigns(client)
      await writeImports(client)
      await writeExports(client, storage)
      await writeSchedules(client)
      await writeViews(client)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

// The library uses argon2id by default; the parameters are those of the sign-in.
const hashPassword = (password: string) => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Returns the secret of the demo's till account. Creates it once, in a file that only the server's user can read. */
function systemSecret(dataDir: string) {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, systemAccount.username)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = randomBytes(24).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
