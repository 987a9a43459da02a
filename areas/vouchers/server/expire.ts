import { businessDate } from '#kit/server/clock.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

/** Expires unassigned vouchers after their last day; an assigned voucher stays, because its date is checked at use. */
export const expireVouchersJob: BackgroundJob = {
  name: 'voucher-expiry',
  schedule: '5 0 * * *',
  async run({ database, clock, timeZone }) {
    const now = clock()
    await database.pool.query(
      `update voucher set status = 'X', version = version + 1, updated_at = $2 where status = 'A' and expiry_date < $1::date`,
      [businessDate(now, timeZone), now],
    )
  },
}
