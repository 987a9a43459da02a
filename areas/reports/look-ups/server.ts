import { sql } from 'kysely'
import { contains, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { isWithinDaysSql } from '../server/sales.ts'
import { LookUp, lookUpsReport } from './contract.ts'

const customer = sql`case when r.object_type = 'Customer' then r.object_id::bigint end`

export const lookUpsRoute = serveReport(lookUpsReport, (_ctx, query) => ({
  from: sql`audit_log r`,
  where: [
    isWithinDaysSql(sql`r.logged_at`, query),
    // The actions are SQL literals, because with parameters the planner would not use the partial index of the actions.
    sql`r.action_type in (${sql.join(LookUp.options.map((action) => sql.lit(action)))})`,
    equals('r.action_type', query.LookUp),
    contains('r.updated_by', query.UpdatedBy),
    equals('r.outlet_code', query.outlet),
    query.CustomerId !== undefined && sql`r.object_type = 'Customer' and r.object_id = ${String(query.CustomerId)}`,
  ],
  select: sql`r.audit_log_id, r.logged_at, r.action_type as look_up, r.updated_by, r.outlet_code, ${customer} as customer_id, r.log_text, r.source_ip`,
  sort: {
    LookUp: 'r.action_type',
    CustomerId: (way) => sql`${customer} ${way} nulls last`,
    OutletCode: (way) => sql`r.outlet_code ${way} nulls last`,
    SourceIP: (way) => sql`r.source_ip ${way} nulls last`,
  },
  tie: sql`r.audit_log_id`,
  totals: sql`count(*) filter (where r.action_type not like 'Export%')::int as look_ups, count(distinct ${customer})::int as customers,
    count(distinct r.updated_by)::int as users, count(*) filter (where r.action_type like 'Export%')::int as exports`,
}))
