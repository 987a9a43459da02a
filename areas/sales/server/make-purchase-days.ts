import { sql } from 'kysely'
import { inJob, type JobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'

/** So many notes are done in one transaction: a second or two. */
const AT_ONCE = 5_000

/** Every minute, after whatever sold or returned something: reports are right without it, and quick with it. */
export const purchaseDaysJob: Job = { name: 'purchase-days', schedule: '* * * * *', run: makePurchaseDays }

/** Makes the purchase days again of everybody of whom a sale has changed (sql/purchase_days.sql). */
export async function makePurchaseDays(context: JobContext): Promise<void> {
  let done: number
  do {
    done = await inJob(context, { snapshot: true }, async (db) => {
      const { rows } = await sql<{ Done: number }>`select make_purchase_days(${AT_ONCE}) as done`.execute(db)
      return rows[0]!.Done
    })
  } while (done > 0 && !context.signal?.aborted)
}
