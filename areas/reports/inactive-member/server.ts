import { sql } from 'kysely'
import { allOf, equals } from '#kit/server/filters.ts'
import { reportRefusals } from '../contract/report.ts'
import { expiringPointsSql } from '../server/expiring.ts'
import {
  hasConsentToChannelSql,
  joinMembersAndCustomersSql,
  lastContactTimeSql,
  preferredStaffNameSql,
} from '../server/members.ts'
import { serveReport } from '../server/report.ts'
import { salesByMemberSql } from '../server/sales.ts'
import { inactiveMemberReport } from './contract.ts'

export const inactiveMemberRoute = serveReport(inactiveMemberReport, (ctx, query) => {
  const months = query.Months ?? query.settings['reports.inactiveMonths']
  const { SilentFrom, SilentTo = ctx.today } = query
  if (SilentFrom !== undefined && SilentTo < SilentFrom) throw reportRefusals.datesReversed()
  // If no period is set, members are inactive who have not bought for this number of months.
  const latestDay = SilentFrom
    ? sql`(${SilentFrom}::date - 1)`
    : sql`(${ctx.today}::date - make_interval(months => ${months}::int))::date - 1`
  const pointsExpiring = sql`(select coalesce(expiring.points, 0)::bigint from ${expiringPointsSql(ctx.today, sql`r.membership_no`)} expiring)`
  const daysSilent = sql`(${ctx.today}::date - coalesce(r.last_purchase, r.join_date))`
  const countBetween = (from: number, to: number | null) =>
    sql`count(*) filter (where ${daysSilent} > ${from} and (${to}::int is null or ${daysSilent} <= ${to}))::int`
  return {
    usesIndexOrder: true,
    with: sql`purchases as (
        select membership_no, max(business_date) filter (where is_purchase) as last_purchase, count(*) filter (where is_purchase)::int as visits,
          ${SilentFrom ? sql`count(*) filter (where is_purchase and business_date between ${SilentFrom} and ${SilentTo})` : sql`0`} as in_period, sum(net) as net
        from ${salesByMemberSql({})} group by 1
      ),
      r as (
        select m.membership_no, m.join_date, purchases.last_purchase, coalesce(purchases.visits, 0) as visits, coalesce(purchases.net, 0) as net, coalesce(b.points, 0) as points
        from membership m left join purchases using (membership_no) left join balances(${ctx.today}) b using (membership_no)
        where m.status = 'Active' and m.join_date <= ${latestDay} and ${allOf([
          SilentFrom
            ? sql`coalesce(purchases.in_period, 0) = 0`
            : sql`(purchases.last_purchase is null or purchases.last_purchase <= ${latestDay})`,
          query.BalanceFrom !== undefined && sql`coalesce(b.points, 0) >= ${query.BalanceFrom}`,
          query.SpendFrom !== undefined && sql`coalesce(purchases.net, 0) >= ${query.SpendFrom}::numeric`,
        ])}
      )`,
    ...joinMembersAndCustomersSql(query, [
      equals('c.registered_outlet_code', query.outlet),
      equals('m.card_category_code', query.CardCategoryCode),
      query.ConsentChannel && hasConsentToChannelSql(query.ConsentChannel),
    ]),
    select: sql`r.membership_no, c.customer_id, c.full_name as customer_name, m.member_type, m.card_category_code, c.registered_outlet_code,
      c.contact_no, r.join_date, r.last_purchase, ${daysSilent} as days_silent, r.visits, r.net::numeric(16,2) as lifetime_net, r.points as point_balance,
      ${pointsExpiring} as points_expiring, ${lastContactTimeSql} as last_contact_at, ${preferredStaffNameSql} as preferred_staff_name`,
    sort: {
      CustomerName: 'c.full_name',
      DaysSilent: daysSilent,
      LastPurchase: (way) => sql`r.last_purchase ${way} nulls last`,
      LifetimeNet: 'r.net',
      PointBalance: 'r.points',
      PointsExpiring: pointsExpiring,
      LastContactAt: (way) => sql`${lastContactTimeSql} ${way} nulls last`,
      PreferredStaffName: (way) => sql`${preferredStaffNameSql} ${way} nulls last`,
    },
    tie: sql`r.membership_no`,
    totals: sql`count(*)::int as members, ${countBetween(-1, 365)} as up_to_twelve, ${countBetween(365, 730)} as up_to_twenty_four, ${countBetween(730, null)} as longer,
      coalesce(sum(r.points), 0)::bigint as point_balance, coalesce(sum(r.net), 0)::numeric(16,2) as lifetime_net`,
  }
})
