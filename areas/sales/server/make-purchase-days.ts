import { databaseFunctions } from '#kit/server/functions.ts'
import { inJobTransaction, type JobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

/** Number of changes that one transaction processes in a second or two. */
const CHANGES_PER_TRANSACTION = 5_000

/** The job runs every minute; until it has run, reports compute purchase days from the sales, which is slower. */
export const purchaseDaysJob: BackgroundJob = { name: 'purchase-days', schedule: '* * * * *', run: updatePurchaseDays }

/** Recomputes the purchase days (sql/purchase_days.sql) of customers whose sales have changed. */
export async function updatePurchaseDays(context: JobContext): Promise<void> {
  let processed: number
  do {
    processed = await inJobTransaction(context, { snapshot: true }, (db) =>
      databaseFunctions.makePurchaseDays(db, { most: CHANGES_PER_TRANSACTION }),
    )
  } while (processed > 0 && !context.signal?.aborted)
}
