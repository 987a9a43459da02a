import { sql } from 'kysely'
import { toExpire } from '#areas/expiry/server/index.ts'
import { equals } from '#kit/server/filters.ts'
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
  const value = sql`round(r.points * ${cost}::numeric, 2)`
  return {
    with: sql`ending as (
        select h.membership_no, to_char(h.expiry_date, 'YYYY-MM') as month, sum(${toExpire(ctx.today)})::bigint as points
        from point_history h
        where h.point_amount > 0 and h.point_reversed + h.point_utilized + h.point_expired < h.point_amount and h.expiry_date between ${from} and ${until}
        group by 1, 2
      ),
      r as (
        select e.membership_no, e.month, e.points, c.customer_id, c.full_name, m.member_type, m.card_category_code, c.registered_outlet_code, c.contact_no,
          c.email, coalesce(b.points, 0)::bigint as balance,
          (select given.reference_code from point_expiry_offer offer join customer_reward given using (reference_code)
            where given.membership_no = e.membership_no and given.status not in ('Cancelled', 'Deleted') and to_char(offer.expiry_date, 'YYYY-MM') = e.month
            order by given.reference_code desc limit 1) as reference_code,
          (select max(contact.contacted_at) from expiry_contact contact where contact.membership_no = e.membership_no) as last_contact_at
        from ending e join membership m using (membership_no) join customer c using (customer_id)
          left join lateral (select sum(points)::bigint as points from point_balance where point_balance.membership_no = e.membership_no) b on true
      )`,
    from: sql`r`,
    where: [
      equals('r.registered_outlet_code', asked.outlet),
      equals('r.card_category_code', asked.CardCategoryCode),
      asked.PointsFrom !== undefined && sql`r.points >= ${asked.PointsFrom}`,
      asked.ContactableYN && (asked.ContactableYN === 'Y' ? contactable : sql`not ${contactable}`),
    ],
    select: sql`r.membership_no || '/' || r.month as key, r.month as expiry_month, r.membership_no, r.customer_id, r.full_name as customer_name, r.member_type,
      r.card_category_code, r.registered_outlet_code, r.contact_no, r.email, r.points as point_to_expire, r.balance as point_balance,
      ${value}::text as expiry_value, r.reference_code, r.last_contact_at`,
    sort: {
      ExpiryMonth: (way) => sql`r.month ${way}, r.points desc`,
      CustomerName: 'r.full_name',
      PointToExpire: 'r.points',
      PointBalance: 'r.balance',
      ExpiryValue: 'r.points',
      ReferenceCode: (way) => sql`r.reference_code ${way} nulls last`,
      LastContactAt: (way) => sql`r.last_contact_at ${way} nulls last`,
      ContactNo: (way) => sql`r.contact_no ${way} nulls last`,
      Email: (way) => sql`r.email ${way} nulls last`,
    },
    tie: sql`r.membership_no || '/' || r.month`,
    totals: sql`count(distinct r.membership_no)::int as members, coalesce(sum(r.points), 0)::bigint as point_to_expire,
      coalesce(sum(${value}), 0)::numeric(16,2)::text as expiry_value, count(distinct r.membership_no) filter (where r.reference_code is not null)::int as with_reward,
      count(distinct r.membership_no) filter (where r.last_contact_at is not null)::int as contacted_members`,
  }
})
