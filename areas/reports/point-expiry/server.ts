import { sql } from 'kysely'
import { toExpire } from '#areas/expiry/server/index.ts'
import { allOf, equals } from '#kit/server/filters.ts'
import { refusals } from '../contract/report.ts'
import { answer } from '../server/report.ts'
import { MONTHS_AHEAD, pointExpiry } from './contract.ts'

export const pointExpiryRoute = answer(pointExpiry, (ctx, asked) => {
  const cost = asked.settings['points.costPerPoint']
  // What ended already is no longer to come.
  const from = asked.ExpiringFrom !== undefined && asked.ExpiringFrom > ctx.today ? asked.ExpiringFrom : ctx.today
  if (asked.ExpiringTo !== undefined && asked.ExpiringTo < (asked.ExpiringFrom ?? ctx.today))
    throw refusals.datesReversed()
  const until = sql`coalesce(${asked.ExpiringTo ?? null}::date, (${from}::date + make_interval(months => ${MONTHS_AHEAD}::int))::date)`
  const contactable = sql`exists (select from (
      select distinct on (channel) granted_yn from customer_consent consent where consent.customer_id = r.customer_id and channel <> 'Service'
      order by channel, recorded_at desc, consent_id desc) said where granted_yn = 'Y')`
  const byMonth = asked.ExpiryBy === 'Month'
  const people = allOf([
    equals('r.registered_outlet_code', asked.outlet),
    equals('r.card_category_code', asked.CardCategoryCode),
    asked.PointsFrom !== undefined && sql`r.points >= ${asked.PointsFrom}`,
    asked.ContactableYN && (asked.ContactableYN === 'Y' ? contactable : sql`not ${contactable}`),
  ])
  return {
    with: sql`ending as (
        select h.membership_no, to_char(h.expiry_date, 'YYYY-MM') as month, sum(${toExpire(ctx.today)})::bigint as points
        from point_history h
        where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount and h.expiry_date between ${from} and ${until}
        group by 1, 2
      ),
      offered as (
        select given.membership_no, to_char(offer.expiry_date, 'YYYY-MM') as month, max(given.reference_code) as reference_code
        from point_expiry_offer offer join customer_reward given using (reference_code)
        where given.status not in ('Cancelled', 'Deleted') group by 1, 2
      ),
      found as (
        select e.membership_no, e.month, e.points, c.customer_id, c.full_name, m.member_type, m.card_category_code, c.registered_outlet_code, c.contact_no,
          c.email, coalesce(b.points, 0)::bigint as balance, offered.reference_code, contacted.at as last_contact_at
        from ending e join membership m using (membership_no) join customer c using (customer_id)
          left join (select membership_no, sum(points)::bigint as points from point_balance group by 1) b using (membership_no)
          left join offered using (membership_no, month)
          left join (select membership_no, max(contacted_at) as at from expiry_contact group by 1) contacted using (membership_no)
      ),
      kept as (
        select r.*, round(r.points * ${cost}::numeric, 2) as value, (r.reference_code is not null)::int as with_reward,
          (r.last_contact_at is not null)::int as contacted
        from found r where ${people}
      ),
      r as (${
        byMonth
          ? sql`select month as key, month, null::text as membership_no, null::bigint as customer_id, null::text as full_name, null::text as member_type,
              null::text as card_category_code, null::text as registered_outlet_code, null::text as contact_no, null::text as email,
              count(*)::int as members, sum(points)::bigint as points, sum(value) as value, null::bigint as balance, null::text as reference_code,
              null::timestamptz as last_contact_at, sum(with_reward)::int as with_reward, sum(contacted)::int as contacted
            from kept group by month`
          : sql`select membership_no || '/' || month as key, 1 as members, kept.* from kept`
      })`,
    from: sql`r`,
    select: sql`r.key, r.month as expiry_month, r.membership_no, r.customer_id, r.full_name as customer_name, r.member_type,
      r.card_category_code, r.registered_outlet_code, r.contact_no, r.email, r.members, r.points as point_to_expire, r.balance as point_balance,
      r.value::numeric(16,2)::text as expiry_value, r.reference_code, r.last_contact_at, r.with_reward, r.contacted as contacted_members`,
    sort: {
      ExpiryMonth: (way) => sql`r.month ${way}, r.points desc`,
      CustomerName: (way) => sql`r.full_name ${way} nulls last`,
      PointToExpire: 'r.points',
      PointBalance: (way) => sql`r.balance ${way} nulls last`,
      ContactedMembers: 'r.contacted',
      ExpiryValue: 'r.points',
      ReferenceCode: (way) => sql`r.reference_code ${way} nulls last`,
      LastContactAt: (way) => sql`r.last_contact_at ${way} nulls last`,
      ContactNo: (way) => sql`r.contact_no ${way} nulls last`,
      Email: (way) => sql`r.email ${way} nulls last`,
    },
    tie: sql`r.key`,
    totals: sql`(select count(distinct membership_no)::int from kept) as members, coalesce(sum(r.points), 0)::bigint as point_to_expire,
      coalesce(sum(r.value), 0)::numeric(16,2)::text as expiry_value,
      (select count(distinct membership_no)::int from kept where reference_code is not null) as with_reward,
      (select count(distinct membership_no)::int from kept where last_contact_at is not null) as contacted_members`,
  }
})
