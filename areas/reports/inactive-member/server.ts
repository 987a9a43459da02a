import { sql } from 'kysely'
import { allOf, equals } from '#kit/server/filters.ts'
import { refusals } from '../contract/report.ts'
import { expiring } from '../server/expiring.ts'
import { adviser, agreedTo, lastContact, withPeople } from '../server/members.ts'
import { answer } from '../server/report.ts'
import { salesByMember } from '../server/sales.ts'
import { inactiveMember } from './contract.ts'

export const inactiveMemberRoute = answer(inactiveMember, (ctx, asked) => {
  const months = asked.Months ?? asked.settings['reports.inactiveMonths']
  const { SilentFrom, SilentTo = ctx.today } = asked
  if (SilentFrom !== undefined && SilentTo < SilentFrom) throw refusals.datesReversed()
  // Without days it is more than so many months up to today: a member whose last purchase is exactly that old is not inactive yet.
  const since = SilentFrom
    ? sql`(${SilentFrom}::date - 1)`
    : sql`(${ctx.today}::date - make_interval(months => ${months}::int))::date - 1`
  const ending = sql`(select coalesce(expiring.points, 0)::bigint from ${expiring(ctx.today, sql`r.membership_no`)} expiring)`
  const silent = sql`(${ctx.today}::date - coalesce(r.last_purchase, r.join_date))`
  const within = (from: number, to: number | null) =>
    sql`count(*) filter (where ${silent} > ${from} and (${to}::int is null or ${silent} <= ${to}))::int`
  return {
    inOrder: true,
    with: sql`bought as (
        select membership_no, max(business_date) filter (where kept) as last_purchase, count(*) filter (where kept)::int as visits,
          ${SilentFrom ? sql`count(*) filter (where kept and business_date between ${SilentFrom} and ${SilentTo})` : sql`0`} as between, sum(net) as net
        from ${salesByMember({})} group by 1
      ),
      r as (
        select m.membership_no, m.join_date, bought.last_purchase, coalesce(bought.visits, 0) as visits, coalesce(bought.net, 0) as net, coalesce(b.points, 0) as points
        from membership m left join bought using (membership_no) left join balances(${ctx.today}) b using (membership_no)
        where m.status = 'Active' and m.join_date <= ${since} and ${allOf([
          SilentFrom
            ? sql`coalesce(bought.between, 0) = 0`
            : sql`(bought.last_purchase is null or bought.last_purchase <= ${since})`,
          asked.BalanceFrom !== undefined && sql`coalesce(b.points, 0) >= ${asked.BalanceFrom}`,
          asked.SpendFrom !== undefined && sql`coalesce(bought.net, 0) >= ${asked.SpendFrom}::numeric`,
        ])}
      )`,
    ...withPeople(asked, [
      equals('c.registered_outlet_code', asked.outlet),
      equals('m.card_category_code', asked.CardCategoryCode),
      asked.ConsentChannel && agreedTo(asked.ConsentChannel),
    ]),
    select: sql`r.membership_no, c.customer_id, c.full_name as customer_name, m.member_type, m.card_category_code, c.registered_outlet_code,
      c.contact_no, r.join_date, r.last_purchase, ${silent} as days_silent, r.visits, r.net::numeric(16,2) as lifetime_net, r.points as point_balance,
      ${ending} as points_expiring, ${lastContact} as last_contact_at, ${adviser} as preferred_staff_name`,
    sort: {
      CustomerName: 'c.full_name',
      DaysSilent: silent,
      LastPurchase: (way) => sql`r.last_purchase ${way} nulls last`,
      LifetimeNet: 'r.net',
      PointBalance: 'r.points',
      PointsExpiring: ending,
      LastContactAt: (way) => sql`${lastContact} ${way} nulls last`,
      PreferredStaffName: (way) => sql`${adviser} ${way} nulls last`,
    },
    tie: sql`r.membership_no`,
    totals: sql`count(*)::int as members, ${within(-1, 365)} as up_to_twelve, ${within(365, 730)} as up_to_twenty_four, ${within(730, null)} as longer,
      coalesce(sum(r.points), 0)::bigint as point_balance, coalesce(sum(r.net), 0)::numeric(16,2) as lifetime_net`,
  }
})
