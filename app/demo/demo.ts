import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { openClient } from '#kit/server/database.ts'
import { openFileStorage } from '#kit/server/storage/open.ts'
import type { FileStorageFactory } from '#kit/server/storage.ts'
import { DEMO_PASSWORD, demoTillAccount } from './company.ts'
import { seedCampaigns } from './write-campaigns.ts'
import { seedCompany } from './write-company.ts'
import { seedDataQuality } from './write-data-quality.ts'
import { seedExports } from './write-exports.ts'
import { seedFeedback } from './write-feedback.ts'
import { seedHousehold } from './write-household.ts'
import { seedImports } from './write-imports.ts'
import { seedLevelChanges } from './write-levels.ts'
import { seedMerges } from './write-merges.ts'
import { seedMessages } from './write-messages.ts'
import { seedReferrals } from './write-referrals.ts'
import { seedExpiringPointsWork } from './write-rescue.ts'
import { seedRewards } from './write-rewards.ts'
import { seedSalesToCheck } from './write-sales-to-check.ts'
import { seedExportSchedules } from './write-schedules.ts'
import { seedSegments } from './write-segments.ts'
import { seedSelfService } from './write-self-service.ts'
import { seedSetupRecords } from './write-setup.ts'
import { seedTaskFiles } from './write-task-files.ts'
import { seedTasks } from './write-tasks.ts'
import { seedSalesHistory } from './write-trade.ts'
import { seedListViews } from './write-views.ts'
import { seedLoyaltyWatchFindings } from './write-watch.ts'

/** `secret` is the server secret, which encrypts voucher codes. */
type Options = {
  url: string
  dataDir: string
  secret: Buffer
  storage?: FileStorageFactory
  log?: (text: string) => void
}

/** Seeds an empty database with a jewellery company. Does nothing if the database has data. */
export async function seedDemo({
  url,
  dataDir,
  secret,
  storage = openFileStorage({ dataDir }),
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
      await seedCompany(client, {
        passwordHash: await hashPassword(DEMO_PASSWORD),
        secretHash: await hashPassword(systemSecret(dataDir)),
      })
      await seedSalesHistory(client)
      await seedLevelChanges(client)
      await seedReferrals(client)
      await seedRewards(client, secret)
      await seedExpiringPointsWork(client)
      await seedDataQuality(client)
      await seedHousehold(client)
      await seedMerges(client)
      await seedSalesToCheck(client)
      await seedMessages(client)
      await seedLoyaltyWatchFindings(client)
      await seedTasks(client)
      await seedTaskFiles(client, storage)
      await seedSegments(client)
      await seedFeedback(client)
      await seedSetupRecords(client)
      await seedSelfService(client)
      await seedCampaigns(client)
      await seedImports(client)
      await seedExports(client, storage)
      await seedExportSchedules(client)
      await seedListViews(client)
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
  const file = join(folder, demoTillAccount.username)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = randomBytes(24).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
