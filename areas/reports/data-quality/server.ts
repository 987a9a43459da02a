import { sql } from 'kysely'
import { Issue } from '#areas/data-quality/contract/quality.ts'
import { issueCountsSql } from '#areas/data-quality/server/index.ts'
import { allOf, equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { dataQualityReport } from './contract.ts'

export const dataQualityRoute = serveReport(dataQualityReport, (_ctx, query) => {
  const complete = sql`(max(r.checked) - max(r.doubtful))`
  return {
    with: sql`counted as (
        ${issueCountsSql(
          allOf([
            sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
            equals('customer.registered_outlet_code', query.outlet),
            equals('customer.member_type', query.MemberType),
          ]),
        )}
      ),
      r as (
        select issue.name as issue, issue.position, counted.counts[issue.position]::int as customers, counted.checked, counted.doubtful
        from counted, unnest(${Issue.options}::text[]) with ordinality issue (name, position)
      )`,
    from: sql`r`,
    select: sql`r.issue, r.customers, ${percentSql(sql`r.customers`, sql`r.checked`)} as share`,
    sort: { Issue: 'r.position', Share: 'r.customers' },
    tie: sql`r.position`,
    totals: sql`max(r.checked) as customers_checked, max(r.doubtful) as with_issues, ${complete} as complete,
      ${percentSql(complete, sql`max(r.checked)`)} as complete_share`,
  }
})
