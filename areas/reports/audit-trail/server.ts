import { sql } from 'kysely'
import type { AuditRecord } from '#areas/audit/contract.ts'
import { displayed, seesAll } from '#areas/audit/server/index.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import { auditTrail } from './contract.ts'

export const auditTrailRoute = answer(auditTrail, ({ actor }, asked) => {
  const named = asked.ObjectId !== undefined || asked.RequestId !== undefined
  return {
    from: sql`audit_record r`,
    where: [
      // Of one record or request one wants all there is, unless days were chosen.
      (!named || asked.DateFrom) && sql`r.audited_at >= (${asked.from}::date::timestamp at time zone business_zone())`,
      (!named || asked.DateTo) &&
        sql`r.audited_at < ((${asked.until}::date + 1)::timestamp at time zone business_zone())`,
      contains('r.updated_by', asked.UpdatedBy),
      equals('r.outlet_code', asked.outlet),
      equals('r.table_name', asked.TableName),
      equals('r.object_type', asked.ObjectType),
      equals('r.object_id', asked.ObjectId),
      equals('r.action_type', asked.ActionType),
      equals('r.updated_field_name', asked.UpdatedFieldName),
      equals('r.source_ip', asked.SourceIP),
      // An account that sees no addresses learns nothing of them by searching either.
      !seesAll(actor) && asked.SourceIP && sql`false`,
      equals('r.request_id', asked.RequestId),
    ],
    select: sql`r.audit_record_id, r.audited_at, r.table_name, r.object_type, r.object_id, r.action_type, r.updated_field_name, r.previous_info,
      r.updated_info, r.updated_by_id, r.updated_by, r.outlet_code, r.session_id, r.source_ip, r.request_id,
      case when r.previous_info is null and r.updated_info is null and r.action_type <> 'Erase' then 'Y' else 'N' end as erased_yn`,
    map: ((row: AuditRecord & { ErasedYN: string }) => ({
      ...displayed(actor, row),
      ErasedYN: row.ErasedYN,
    })) as never,
    tie: sql`r.audit_record_id`,
    totals: sql`count(*)::int as changes, count(distinct (r.object_type, r.object_id))::int as records, count(distinct r.updated_by)::int as users,
      count(distinct r.request_id)::int as requests`,
  }
})
