import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import { rolesOfHistory } from '../contract/subjects.ts'
import type * as contract from '../contract.ts'
import { NOTE } from '../contract.ts'
import { refuseUnseen, seesAll, withoutSession } from './audit-records.ts'

/**
 * A note, and marked as one: what really happened is written by the server with the change itself. The specification's
 * clients write an entry for each action; here such an entry can say what it likes and proves nothing.
 */
export async function addAuditLog(ctx: Ctx, { ObjectType, ObjectId, LogText }: Input<typeof contract.addAuditLog>) {
  ctx.audit(NOTE, ObjectType, ObjectId, LogText)
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
  const ofSubject = ObjectType && ObjectId && rolesOfHistory(ObjectType)
  if (ofSubject) await refuseUnseen(ctx, ObjectType, ObjectId)
  const own = equals('UpdatedById', actor.userId)
  // What was done at an outlet is for its own auditors; what other outlets and programs do, head office sees.
  const mine = seesAll(actor) ? !actor.isHQ && anyOf([equals('OutletCode', actor.outletCode), own]) : own
  return queryList(ctx.db.selectFrom('AuditLog').select(fields), {
    where: [
      !ofSubject && mine,
      equals('ObjectType', ObjectType),
      equals('ObjectId', ObjectId),
      equals('ActionType', Search.ActionType),
      equals('UpdatedById', Search.UpdatedById),
      Search.DateFrom && sql`logged_at >= instant_of(${Search.DateFrom})`,
      Search.DateTo && sql`logged_at <= instant_of(${Search.DateTo})`,
    ],
    tie: 'AuditLogId',
    map: (row) => withoutSession(actor, row),
  })
}
