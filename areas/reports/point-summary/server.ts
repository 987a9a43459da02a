import { sql } from 'kysely'
import { BALANCE_TYPE } from '#areas/memberships/contract/balance.ts'
import { pointBalanceColumns } from '#areas/points/server/index.ts'
import { reportRefusals } from '../contract/report.ts'
import { expiringPointsSql } from '../server/expiring.ts'
import { memberNumberConditions } from '../server/members.ts'
import { serveReport } from '../server/report.ts'
import { pointSummaryReport } from './contract.ts'

const lastDay = (type: 'Earn' | 'Redeem') =>
  sql`(select max(h.business_date) from point_history h where h.membership_no = m.membership_no and h.transaction_type = ${type})`

export const pointSummaryRoute = serveReport(pointSummaryReport, (ctx, query) => ({
  with: sql`${memberNumberConditions(ctx, query)},
    summary as (
      select ${pointBalanceColumns(ctx)}, c.customer_id, c.full_name as customer_name, m.member_type, m.card_category_code, c.registered_outlet_code,
        coalesce(expiry.points, 0)::bigint as points_expiring, expiry.by_month as expiring_by_month,
        ${lastDay('Earn')} as last_earned, ${lastDay('Redeem')} as last_redeemed
      from named join membership m using (membership_no) join customer c on c.customer_id = m.customer_id
        left join balances(${ctx.today}) b on b.membership_no = m.membership_no and b.balance_type = ${BALANCE_TYPE}
        left join lateral ${expiringPointsSql(ctx.today, sql`m.membership_no`)} expiry on true
    )`,
  from: sql`summary h`,
  select: sql`h.membership_no, h.customer_id, h.customer_name, h.member_type, h.card_category_code, h.registered_outlet_code, h.point_balance, h.available,
    h.pending, h.arrears, h.total_points_earned, h.total_points_redeemed, h.total_points_expired, h.total_points_reversed, h.total_points_adjusted,
    h.total_points_merged, h.points_expiring, h.expiring_by_month, h.last_earned, h.last_redeemed`,
  tie: sql`h.membership_no`,
  totals: sql`coalesce(sum(h.point_balance), 0)::bigint as point_balance, coalesce(sum(h.available), 0)::bigint as available,
    coalesce(sum(h.pending), 0)::bigint as pending, coalesce(sum(h.points_expiring), 0)::bigint as points_expiring`,
  emptyRefusal: reportRefusals.noStatement,
}))
