import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type { Subject } from '../contract/subjects.ts'
import type * as contract from '../contract.ts'
import { historiesOf } from './histories.ts'
import { maskedInfo } from './masks.ts'
import { refuseUnseen, withoutSession } from './may-see.ts'

/** The history of a record and of the rows that belong to nothing else, the newest first unless asked otherwise. */
export async function listAuditRecords(
  ctx: Ctx,
  { Search: { ObjectType, ObjectId } }: Input<typeof contract.listAuditRecords>,
) {
  await refuseUnseen(ctx, ObjectType, ObjectId)
  return sqlList({
    from: sql`audit_record r`,
    where: [
      sql`(r.object_type, r.object_id) in (select ${ObjectType}::text, ${ObjectId}::text ${partsOf(ctx, ObjectType, ObjectId)})`,
    ],
    select: sql<contract.AuditRecord>`audit_record_id, audited_at, table_name, object_type, object_id, action_type, updated_field_name,
      previous_info, updated_info, updated_by_id, updated_by, outlet_code, session_id, source_ip, request_id`,
    tie: 'r.audit_record_id',
    map: (row) => shown(ctx.actor, row),
  })
}

const shown = (actor: Actor, row: contract.AuditRecord): contract.AuditRecord => ({
  ...withoutSession(actor, row),
  PreviousInfo: maskedInfo(row.UpdatedFieldName, row.PreviousInfo),
  UpdatedInfo: maskedInfo(row.UpdatedFieldName, row.UpdatedInfo),
})

const partsOf = (ctx: Ctx, subject: Subject, id: string) =>
  sql.join(
    historiesOf(ctx, subject).flatMap(({ parts }) => (parts ? [sql` union all ${parts(id)}`] : [])),
    sql``,
  )
