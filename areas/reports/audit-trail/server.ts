import { sql } from 'kysely'
import type { AuditRecord } from '#areas/audit/contract.ts'
import { maySeeAllAuditRecords, toDisplayedAuditRecord } from '#areas/audit/server/index.ts'
import { contains, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { auditTrailReport } from './contract.ts'

export const auditTrailRoute = serveReport(auditTrailReport, ({ actor }, query) => {
  const isNamed = query.ObjectId !== undefined || query.RequestId !== undefined
  return {
    from: sql`audit_record r`,
    where: [
      // If the filters name a record or request, the report lists all of its changes unless the user selects a period.
      (!isNamed || query.DateFrom) &&
        sql`r.audited_at >= (${query.from}::date::timestamp at time zone business_zone())`,
      (!isNamed || query.DateTo) &&
        sql`r.audited_at < ((${query.until}::date + 1)::timestamp at time zone business_zone())`,
      contains('r.updated_by', query.UpdatedBy),
      equals('r.outlet_code', query.outlet),
      equals('r.table_name', query.TableName),
      equals('r.object_type', query.ObjectType),
      equals('r.object_id', query.ObjectId),
      equals('r.action_type', query.ActionType),
      equals('r.updated_field_name', query.UpdatedFieldName),
      equals('r.source_ip', query.SourceIP),
      // A user without permission to see addresses finds nothing when searching for an address.
      !maySeeAllAuditRecords(actor) && query.SourceIP && sql`false`,
      equals('r.request_id', query.RequestId),
    ],
    select: sql`r.audit_record_id, r.audited_at, r.table_name, r.object_type, r.object_id, r.action_type, r.updated_field_name, r.previous_info,
      r.updated_info, r.updated_by_id, r.updated_by, r.outlet_code, r.session_id, r.source_ip, r.request_id,
      case when r.previous_info is null and r.updated_info is null and r.action_type <> 'Erase' then 'Y' else 'N' end as erased_yn`,
    map: ((row: AuditRecord & { ErasedYN: string }) => ({
      ...toDisplayedAuditRecord(actor, row),
      ErasedYN: row.ErasedYN,
    })) as never,
    tie: sql`r.audit_record_id`,
    totals: sql`count(*)::int as changes, count(distinct (r.object_type, r.object_id))::int as records, count(distinct r.updated_by)::int as users,
      count(distinct r.request_id)::int as requests`,
  }
})
