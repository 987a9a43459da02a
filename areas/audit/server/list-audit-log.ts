import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { direction, pageFrom } from '#kit/server/page.ts'
import { type Subject, subjects } from '../contract/subjects.ts'
import type * as contract from '../contract.ts'
import { refuseUnseen, seesAll, withoutSession } from './may-see.ts'

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

export async function listAuditLog(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listAuditLog>,
) {
  const { ObjectType, ObjectId, ActionType, UpdatedById, DateFrom, DateTo } = Search
  const all = seesAll(ctx.actor)
  let query = ctx.db.selectFrom('AuditLog').select(fields)
  if (ObjectType && ObjectId && isSubject(ObjectType)) await refuseUnseen(ctx, ObjectType, ObjectId)
  // What was done at an outlet is for its own auditors; what other outlets and programs do, head office sees.
  else if (all && !ctx.actor.isHQ)
    query = query.where((eb) =>
      eb.or([eb('OutletCode', '=', ctx.actor.outletCode), eb('UpdatedById', '=', ctx.actor.userId)]),
    )
  else if (!all) query = query.where('UpdatedById', '=', ctx.actor.userId)
  if (ObjectType) query = query.where('ObjectType', '=', ObjectType)
  if (ObjectId) query = query.where('ObjectId', '=', ObjectId)
  if (ActionType) query = query.where('ActionType', '=', ActionType)
  if (UpdatedById) query = query.where('UpdatedById', '=', UpdatedById)
  if (DateFrom) query = query.where('LoggedAt', '>=', sql<string>`instant_of(${DateFrom})`)
  if (DateTo) query = query.where('LoggedAt', '<=', sql<string>`instant_of(${DateTo})`)
  const { count, rows } = await pageFrom(
    query.orderBy(SortOption, direction(SortDirection)).orderBy('AuditLogId', direction(SortDirection)),
    page,
  )
  return { count, rows: rows.map((row) => withoutSession(ctx.actor, row)) }
}

const isSubject = (type: string): type is Subject => type in subjects
