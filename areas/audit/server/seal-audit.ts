import { businessDate } from '#kit/server/clock.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { inJobTransaction, type JobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

/** The number of ids in each audit log that one transaction seals. */
const BATCH_SIZE = 1_000

/** A job that seals new entries every minute, and writes the last hash of yesterday to the server log. */
export const auditSealJob: BackgroundJob = { name: 'seal-audit', schedule: '* * * * *', run: sealAudit }

/** Seals new audit entries in batches, so that locks are short. */
export async function sealAudit(context: JobContext): Promise<void> {
  let sealed: number
  do {
    sealed = await inJobTransaction(context, {}, (db) => databaseFunctions.sealAudit(db, { most: BATCH_SIZE }))
  } while (sealed > 0 && !context.signal?.aborted)
  const today = businessDate(context.clock(), context.timeZone)
  const heads = await inJobTransaction(context, {}, (db) => databaseFunctions.noteAuditHead(db, { today }))
  for (const { Day, SealNo, Hash } of heads) context.log(`Head of the audit log on ${Day}: ${SealNo}:${Hash}`)
}
