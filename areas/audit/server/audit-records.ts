import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import { maskedIdNo } from '#kit/server/masks.ts'
import { rolesThatReadHistory } from '../contract/subjects.ts'
import type * as contract from '../contract.ts'
import { auditRefusals } from '../contract.ts'
import { findHistoriesOfSubject } from './histories.ts'

const masks: Record<string, (value: string) => string | null> = { IdNo: maskedIdNo }

/**
 * Masks identity numbers in the history of every record.
 * Only revealIdentity shows full identity numbers, and each use of it is audited.
 * Secrets such as passwords are never copied into the audit log.
 */
function maskedInfo(field: string | null, info: string | null): string | null {
  if (info === null) return null
  if (field !== null) return masks[field]?.(info) ?? info
  if (!info.startsWith('{')) return info
  const row = JSON.parse(info) as Record<string, string>
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, masks[name]?.(value) ?? value])),
  )
}

export const maySeeAllAuditRecords = (actor: Actor) => actor.privileges.has('View Audit')

/** Removes session and IP address, unless the caller is an auditor of the entry's outlet or of head office. */
export const hideSessionAndIpAddress = <Row extends { OutletCode: string | null }>(actor: Actor, row: Row): Row =>
  maySeeAllAuditRecords(actor) && (actor.isHQ || row.OutletCode === actor.outletCode)
    ? row
    : { ...row, SessionId: null, SourceIP: null }

/** Throws if the caller may not open the record whose history is read. */
export async function refuseInvisibleAuditedRecord(ctx: Ctx, ObjectType: string, ObjectId: string) {
  if (!maySeeAllAuditRecords(ctx.actor) && !rolesThatReadHistory(ObjectType)?.some((role) => ctx.actor.roles.has(role)))
    throw auditRefusals.forbidden()
  if (ctx.actor.isHQ) return
  for (const { hidden } of findHistoriesOfSubject(ctx, ObjectType))
    if (hidden && (await hidden(ObjectId, ctx.actor.outletCode ?? '').execute(ctx.db)).rows.length > 0)
      throw auditRefusals.notFound()
}

/** Lists the history of a record and of the rows that belong to the record, newest first by default. */
export async function listAuditRecords(
  ctx: Ctx,
  { Search: { ObjectType, ObjectId } }: Input<typeof contract.listAuditRecords>,
) {
  await refuseInvisibleAuditedRecord(ctx, ObjectType, ObjectId)
  return sqlList({
    from: sql`audit_record r`,
    where: [
      sql`(r.object_type, r.object_id) in (select ${ObjectType}::text, ${ObjectId}::text ${partsOf(ctx, ObjectType, ObjectId)})`,
    ],
    select: sql<contract.AuditRecord>`audit_record_id, audited_at, table_name, object_type, object_id, action_type, updated_field_name,
      previous_info, updated_info, updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id`,
    tie: 'r.audit_record_id',
    map: (row) => toDisplayedAuditRecord(ctx.actor, row),
  })
}

export const toDisplayedAuditRecord = (actor: Actor, row: contract.AuditRecord): contract.AuditRecord => ({
  ...hideSessionAndIpAddress(actor, row),
  PreviousInfo: maskedInfo(row.UpdatedFieldName, row.PreviousInfo),
  UpdatedInfo: maskedInfo(row.UpdatedFieldName, row.UpdatedInfo),
})

const partsOf = (ctx: Ctx, subject: string, id: string) =>
  sql.join(
    findHistoriesOfSubject(ctx, subject).flatMap(({ parts }) => (parts ? [sql` union all ${parts(id)}`] : [])),
    sql``,
  )
