import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

/** Job that deletes one-time codes a week after their expiry; the customer record stores which address is verified. */
export const deleteExpiredCodesJob: BackgroundJob = { name: 'forget-customer-codes', schedule: '45 2 * * *', run }

async function run({ database, clock }: ServerJobContext) {
  await database.pool.query(`delete from customer_code where expires_at < $1::timestamptz - interval '7 days'`, [
    clock(),
  ])
}
