import { sql } from 'kysely'
import { equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { percentSql } from '../server/sales.ts'
import { pointExpiredReport } from './contract.ts'

export const pointExpiredRoute = serveReport(pointExpiredReport, (_ctx, query) => {
  const atOutlet = sql`join membership em on em.membership_no = e.membership_no
        join customer ec on ec.customer_id = em.customer_id and ec.registered_outlet_code = ${query.outlet}`
  const earned = sql`(select points from earned)`
  return {
    // An expiry entry takes the rest of one lot, which the allocation identifies.
    with: sql`r as (
      select h.history_id, h.business_date, h.membership_no, -h.points as points,
        round(-h.points * ${query.settings['points.costPerPoint']}::numeric, 2) as value, c.customer_id, c.full_name, m.member_type, m.card_category_code,
        c.registered_outlet_code, lot.earned_on, lot.invoice_no
      from point_history h join membership m using (membership_no) join customer c on c.customer_id = m.customer_id
      left join lateral (
        select coalesce(business_date_of(l.earned_at), l.business_date) as earned_on, l.invoice_no from point_allocation a join point_history l on l.history_id = a.credit_history_id
        where a.debit_history_id = h.history_id order by l.history_id limit 1
      ) lot on true
      where h.transaction_type = 'Expire' and h.status <> 'Deleted' and h.business_date between ${query.from} and ${query.until}
    ),
    earned as (
      select coalesce(sum(e.points), 0)::bigint as points from point_history e ${query.outlet === null ? sql`` : atOutlet}
      where e.transaction_type in ('Earn', 'Bonus') and e.business_date between ${query.from} and ${query.until}
    )`,
    from: sql`r`,
    where: [equals('r.registered_outlet_code', query.outlet), equals('r.card_category_code', query.CardCategoryCode)],
    select: sql`r.history_id, r.business_date as expired_on, r.membership_no, r.customer_id, r.full_name as customer_name, r.member_type, r.card_category_code,
      r.registered_outlet_code, r.points as point_expired, r.value::numeric(16,2)::text as expiry_value, r.earned_on, r.invoice_no`,
    sort: {
      ExpiredOn: 'r.business_date',
      CustomerName: 'r.full_name',
      PointExpired: 'r.points',
      ExpiryValue: 'r.points',
      EarnedOn: (way) => sql`r.earned_on ${way} nulls last`,
    },
    tie: sql`r.history_id`,
    totals: sql`count(distinct r.membership_no)::int as members, coalesce(sum(r.points), 0)::bigint as point_expired,
      coalesce(sum(r.value), 0)::numeric(16,2)::text as expiry_value, ${earned} as points_earned,
      ${percentSql(sql`coalesce(sum(r.points), 0)`, earned)} as expiry_rate`,
  }
})
