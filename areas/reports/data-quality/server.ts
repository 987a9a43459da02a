import { sql } from 'kysely'
import { Issue } from '#areas/data-quality/contract/quality.ts'
import { countsOf } from '#areas/data-quality/server/index.ts'
import { allOf, equals } from '#kit/server/filters.ts'
import { answer } from '../server/report.ts'
import { percent } from '../server/sales.ts'
import { dataQuality } from './contract.ts'

export const dataQualityRoute = answer(dataQuality, (_ctx, asked) => {
  const complete = sql`(max(r.checked) - max(r.doubtful))`
  return {
    with: sql`counted as (
        ${countsOf(
          allOf([
            sql`customer.status in ('Active', 'Inactive', 'Suspended')`,
            equals('customer.registered_outlet_code', asked.outlet),
            equals('customer.member_type', asked.MemberType),
          ]),
        )}
      ),
      r as (
        select kind.issue, kind.place, counted.counts[kind.place]::int as customers, counted.checked, counted.doubtful
        from counted, unnest(${Issue.options}::text[]) with ordinality kind (issue, place)
      )`,
    from: sql`r`,
    select: sql`r.issue, r.customers, ${percent(sql`r.customers`, sql`r.checked`)} as share`,
    sort: { Issue: 'r.place', Share: 'r.customers' },
    tie: sql`r.place`,
    totals: sql`max(r.checked) as customers_checked, max(r.doubtful) as with_issues, ${complete} as complete,
      ${percent(complete, sql`max(r.checked)`)} as complete_share`,
  }
})
