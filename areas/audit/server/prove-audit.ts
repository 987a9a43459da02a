import { sql } from 'kysely'
import { inJob, type JobContext } from '#kit/server/job-context.ts'

export type AuditFault = {
  Fault: string
  Log: string | null
  EntryId: number | null
  SealNo: number | null
  About: string | null
}

type Proof = {
  Seals: number
  Entries: number
  /** Written, and not sealed yet. */
  Waiting: number
  Head: string | null
  Faults: AuditFault[]
  Milliseconds: number
}

/** Holds both audit logs against their chain, as they are at one moment. A head that was noted elsewhere must be in it. */
export async function proveAudit(context: JobContext, notedHead?: string): Promise<Proof> {
  const began = performance.now()
  return inJob(context, { snapshot: true, readOnly: true }, async (db) => {
    const faults = await sql<AuditFault>`select * from audit_faults()`.execute(db)
    const figures = await sql<{ Seals: number; Entries: number; Waiting: number; Head: string | null }>`
      select count(*) as seals, coalesce(sum(cardinality(ids)), 0)::bigint as entries,
        ((select count(*) from audit_record) + (select count(*) from audit_log) - coalesce(sum(cardinality(ids)), 0))::bigint as waiting,
        (select seal_no || ':' || encode(hash, 'hex') from audit_seal order by seal_no desc limit 1) as head
      from audit_seal`.execute(db)
    const noted = notedHead === undefined ? [] : await missing(notedHead)
    return {
      ...figures.rows[0]!,
      Faults: [...faults.rows, ...noted],
      Milliseconds: Math.round(performance.now() - began),
    }

    async function missing(head: string): Promise<AuditFault[]> {
      const [number, hash] = head.split(':')
      const { rows } =
        await sql`select from audit_seal where seal_no = ${number}::bigint and encode(hash, 'hex') = ${hash}`.execute(
          db,
        )
      return rows.length > 0
        ? []
        : [{ Fault: 'noted head is not in the chain', Log: null, EntryId: null, SealNo: Number(number), About: head }]
    }
  })
}
