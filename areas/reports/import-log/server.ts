import { sql } from 'kysely'
import { contains, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { isWithinDaysSql, percentSql } from '../server/sales.ts'
import { importLogReport } from './contract.ts'

export const importLogRoute = serveReport(importLogReport, (_ctx, query) => ({
  from: sql`import_job r`,
  where: [
    isWithinDaysSql(sql`r.created_at`, query),
    equals('r.kind', query.ImportKind),
    equals('r.status', query.ImportStatus),
    contains('r.file_name', query.FileName),
    contains('r.created_by', query.CreatedBy),
    equals('r.outlet_code', query.outlet),
  ],
  select: sql`r.import_id, r.created_at, r.kind as import_kind, r.file_name, r.created_by, r.outlet_code, r.status as import_status, r.rows_read,
    r.rows_created, r.rows_skipped, r.rows_failed, ${percentSql(sql`r.rows_failed`, sql`r.rows_read`)} as failed_share, r.ended_at`,
  sort: {
    ImportKind: 'r.kind',
    ImportStatus: 'r.status',
    FailedShare: (way) => sql`r.rows_failed::numeric / nullif(r.rows_read, 0) ${way} nulls last`,
    EndedAt: (way) => sql`r.ended_at ${way} nulls last`,
    CreatedBy: (way) => sql`r.created_by ${way} nulls last`,
  },
  tie: sql`r.import_id`,
  totals: sql`count(*)::int as files, coalesce(sum(r.rows_read), 0)::bigint as rows_read, coalesce(sum(r.rows_created), 0)::bigint as rows_created,
    coalesce(sum(r.rows_skipped), 0)::bigint as rows_skipped, coalesce(sum(r.rows_failed), 0)::bigint as rows_failed,
    ${percentSql(sql`sum(r.rows_failed)`, sql`sum(r.rows_read)`)} as failed_share`,
}))
