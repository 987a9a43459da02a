import { sql } from 'kysely'
import { databaseFunctions } from '#kit/server/functions.ts'
import { inJobTransaction, type JobContext } from '#kit/server/job-context.ts'

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
  /** The number of audit entries that are not sealed yet. */
  Waiting: number
  Head: string | null
  Faults: AuditFault[]
  Milliseconds: number
}

/** Verifies both audit logs against their chain in one snapshot. If `head` is given, the chain must contain this hash. */
export async function proveAudit(context: JobContext, notedHead?: string): Promise<Proof> {
  const startedAt = performance.now()
  return inJobTransaction(context, { snapshot: true, readOnly: true }, async (db) => {
    const faults = await databaseFunctions.auditFaults(db, {})
    const figures = await sql<{ Seals: number; Entries: number; Waiting: number; Head: string | null }>`
      select count(*) as seals, coalesce(sum(cardinality(ids)), 0)::bigint as entries,
        ((select count(*) from audit_record) + (select count(*) from audit_log) - coalesce(sum(cardinality(ids)), 0))::bigint as waiting,
        (select seal_no || ':' || encode(hash, 'hex') from audit_seal order by seal_no desc limit 1) as head
      from audit_seal`.execute(db)
    const notedFaults = notedHead === undefined ? [] : await checkNotedHead(notedHead)
    return {
      ...figures.rows[0]!,
      Faults: [...faults, ...notedFaults],
      Milliseconds: Math.round(performance.now() - startedAt),
    }

    async function checkNotedHead(head: string): Promise<AuditFault[]> {
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
