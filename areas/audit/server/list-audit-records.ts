import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Actor, Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type { Subject } from '../contract/subjects.ts'
import type * as contract from '../contract.ts'
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
      sql`(r.object_type, r.object_id) in (select ${ObjectType}::text, ${ObjectId}::text ${parts[ObjectType]?.(ObjectId) ?? sql``})`,
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

/** Rows of other tables that are told as part of a record. */
const parts: Partial<Record<Subject, (id: string) => RawBuilder<unknown>>> = {
  Customer: (id) => sql`
    union all select 'CustomerAddress', address_id::text from customer_address where customer_id::text = ${id}
    union all select 'CustomerConsent', consent_id::text from customer_consent where customer_id::text = ${id}`,
  Membership: (id) => sql`
    union all select 'MembershipLevelHistory', level_history_id::text from membership_level_history where membership_no = ${id}`,
  TransactionSummary: (id) => sql`
    union all select 'TransactionDetail', transaction_id || '/' || sequence_no from transaction_detail where transaction_id::text = ${id}`,
  PointStructure: (id) => sql`
    union all select 'PointStructureDetail', structure_detail_id::text from point_structure_detail where structure_id::text = ${id}`,
  PointRate: (id) => sql`
    union all select 'PointRateDetail', rate_detail_id::text from point_rate_detail where rate_id::text = ${id}`,
}
