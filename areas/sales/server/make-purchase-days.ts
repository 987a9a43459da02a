import { functions } from '#kit/server/functions.ts'
import { inJob, type JobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'

/** Number of changes processed per transaction, which takes a second or two. */
const CHANGES_PER_TRANSACTION = 5_000

/** Runs every minute. Reports are correct before a run and faster after it. */
export const purchaseDaysJob: Job = { name: 'purchase-days', schedule: '* * * * *', run: makePurchaseDays }

/** Recomputes the purchase days (sql/purchase_days.sql) of customers whose sales have changed. */
export async function makePurchaseDays(context: JobContext): Promise<void> {
  let processed: number
  do {
    processed = await inJob(context, { snapshot: true }, (db) =>
      functions.makePurchaseDays(db, { most: CHANGES_PER_TRANSACTION }),
    )
  } while (processed > 0 && !context.signal?.aborted)
}
