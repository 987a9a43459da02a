import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import { rolesThatReadHistory } from '../contract/subjects.ts'
import type * as contract from '../contract.ts'
import { NOTE_LOG_ACTION } from '../contract.ts'
import { hideSessionAndIpAddress, maySeeAllAuditRecords, refuseInvisibleAuditedRecord } from './audit-records.ts'

/**
 * Adds an entry that is marked as a note, because the server itself records all actions.
 * The specification's clients write an entry for each action, but a client's text is no evidence.
 */
export async function addAuditLog(ctx: Ctx, { ObjectType, ObjectId, LogText }: Input<typeof contract.addAuditLog>) {
  ctx.audit(NOTE_LOG_ACTION, ObjectType, ObjectId, LogText)
  return { LoggedAt: ctx.now.toISOString(), UpdatedBy: ctx.actor.name }
}

const fields = [
  'AuditLogId',
  'LoggedAt',
  'ActionType',
  'ObjectType',
  'ObjectId',
  'LogText',
  'UpdatedById',
  'UpdatedBy',
  'OutletCode',
  'SessionId',
  'SourceIP',
  'RequestId',
] as const

export async function listAuditLog(ctx: Ctx, { Search }: Input<typeof contract.listAuditLog>) {
  const { actor } = ctx
  const { ObjectType, ObjectId } = Search
  const historyRoles = ObjectType && ObjectId && rolesThatReadHistory(ObjectType)
  if (historyRoles) await refuseInvisibleAuditedRecord(ctx, ObjectType, ObjectId)
  const isOwnEntry = equals('UpdatedById', actor.userId)
  // Auditors of an outlet see only entries of their outlet. Head office sees all entries, also those of programs.
  const visibleEntries = maySeeAllAuditRecords(actor)
    ? !actor.isHQ && anyOf([equals('OutletCode', actor.outletCode), isOwnEntry])
    : isOwnEntry
  return queryList(ctx.db.selectFrom('AuditLog').select(fields), {
    where: [
      !historyRoles && visibleEntries,
      equals('ObjectType', ObjectType),
      equals('ObjectId', ObjectId),
      equals('ActionType', Search.ActionType),
      equals('UpdatedById', Search.UpdatedById),
      Search.DateFrom && sql`logged_at >= instant_of(${Search.DateFrom})`,
      Search.DateTo && sql`logged_at <= instant_of(${Search.DateTo})`,
    ],
    tie: 'AuditLogId',
    map: (row) => hideSessionAndIpAddress(actor, row),
  })
}
