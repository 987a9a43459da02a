import { sql } from 'kysely'
import { allOf, equals } from '#kit/server/filters.ts'
import { joinMembersAndCustomersSql } from '../server/members.ts'
import { serveReport } from '../server/report.ts'
import { percentSql, salesByMemberSql } from '../server/sales.ts'
import { repeatCustomerReport } from './contract.ts'

const countVisits = (condition: string) => sql`count(*) filter (where r.visits ${sql.raw(condition)})::int`

export const repeatCustomerRoute = serveReport(repeatCustomerReport, (_ctx, query) => ({
  usesIndexOrder: true,
  with: sql`purchases as (
      select membership_no, count(distinct business_date) filter (where is_purchase)::int as visits, min(business_date) filter (where is_purchase) as first_purchase,
        max(business_date) filter (where is_purchase) as last_purchase, sum(net) as net
      from ${salesByMemberSql(query)} group by 1
    ),
    r as (
      select * from purchases where ${allOf([
        sql`visits > 0`,
        query.MinimumPurchase !== undefined && sql`net >= ${query.MinimumPurchase}::numeric`,
        query.MinimumVisits !== undefined && sql`visits >= ${query.MinimumVisits}`,
      ])}
    )`,
  ...joinMembersAndCustomersSql(query, [
    equals('m.member_type', query.MemberType),
    equals('m.card_category_code', query.CardCategoryCode),
  ]),
  select: sql`r.membership_no, c.customer_id, c.full_name as customer_name, m.member_type, m.card_category_code, c.registered_outlet_code,
    r.visits, r.first_purchase, r.last_purchase,
    case when r.visits > 1 then to_char(round((r.last_purchase - r.first_purchase)::numeric / (r.visits - 1), 1), 'FM999990.0') end as average_days,
    r.net::numeric(16,2) as net, round(r.net / r.visits, 2) as average`,
  sort: {
    CustomerName: 'c.full_name',
    AverageDays: (way) =>
      sql`(r.last_purchase - r.first_purchase)::numeric / nullif(r.visits - 1, 0) ${way} nulls last`,
    Average: sql`r.net / r.visits`,
  },
  tie: sql`r.membership_no`,
  totals: sql`count(*)::int as buyers, ${countVisits('>= 2')} as repeaters, ${percentSql(countVisits('>= 2'), sql`count(*)`)} as repeat_rate,
    ${countVisits('= 1')} as once, ${countVisits('= 2')} as twice, ${countVisits('= 3')} as three_times, ${countVisits('>= 4')} as more_often,
    coalesce(sum(r.net), 0)::numeric(16,2) as net`,
}))
