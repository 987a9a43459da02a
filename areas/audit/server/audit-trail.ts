import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { toDisplayedAuditRecord } from './audit-records.ts'

/** Lists the changes of all records, newest first. Outlets see only their own entries. */
export function listAuditTrail({ actor }: Ctx, { Search }: Input<typeof contract.listAuditTrail>) {
  const { DateFrom, DateTo } = Search
  return sqlList({
    from: sql`audit_record r`,
    where: [
      !actor.isHQ && equals('r.outlet_code', actor.outletCode),
      DateFrom && sql`r.audited_at >= (${DateFrom}::date::timestamp at time zone business_zone())`,
      DateTo && sql`r.audited_at < ((${DateTo}::date + 1)::timestamp at time zone business_zone())`,
      contains('r.updated_by', Search.UpdatedBy),
      equals('r.outlet_code', Search.OutletCode),
      equals('r.table_name', Search.TableName),
      equals('r.object_type', Search.ObjectType),
      equals('r.object_id', Search.ObjectId),
      equals('r.action_type', Search.ActionType),
      equals('r.updated_field_name', Search.UpdatedFieldName),
      equals('r.source_ip', Search.SourceIP),
      equals('r.request_id', Search.RequestId),
    ],
    select: sql<contract.AuditTrailRow>`r.audit_record_id, r.audited_at, r.table_name, r.object_type, r.object_id, r.action_type, r.updated_field_name,
      r.previous_info, r.updated_info, r.updated_by_id, r.updated_by, r.outlet_code, r.session_id, r.source_ip, r.request_id,
      case when r.previous_info is null and r.updated_info is null then 'Y' else 'N' end as erased_yn`,
    sort: { AuditedAt: 'r.audited_at' },
    tie: 'r.audit_record_id',
    map: (row) => ({ ...toDisplayedAuditRecord(actor, row), ErasedYN: row.ErasedYN }),
  })
}
