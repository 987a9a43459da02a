import { sql } from 'kysely'
import { businessDate } from '#kit/server/clock.ts'
import { inJob, type JobContext } from '#kit/server/job-context.ts'
import type { Job } from '#kit/server/jobs.ts'

/** So many numbers of each log one transaction goes through. */
const AT_ONCE = 1_000

/** Every minute: what was written since is sealed, and the last hash of yesterday goes to the log of the server. */
export const sealJob: Job = { name: 'seal-audit', schedule: '* * * * *', run: sealAudit }

/** Seals the entries that were written since, some at a time, so that nothing is held for long. */
export async function sealAudit(context: JobContext): Promise<void> {
  let sealed: number
  do {
    sealed = await inJob(context, {}, async (db) => {
      const { rows } = await sql<{ Sealed: number }>`select seal_audit(${AT_ONCE}) as sealed`.execute(db)
      return rows[0]!.Sealed
    })
  } while (sealed > 0 && !context.signal?.aborted)
  const today = businessDate(context.clock(), context.timeZone)
  const heads = await inJob(context, {}, async (db) => {
    const { rows } = await sql<{
      Day: string
      SealNo: number
      Hash: string
    }>`select * from note_audit_head(${today}::date)`.execute(db)
    return rows
  })
  for (const { Day, SealNo, Hash } of heads) context.log(`Head of the audit log on ${Day}: ${SealNo}:${Hash}`)
}
