import { sql } from 'kysely'
import { contains, equals, equalsText, isBetweenBounds } from '#kit/server/filters.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { hasConsentToChannelSql, preferredStaffNameSql } from '../server/members.ts'
import { serveReport } from '../server/report.ts'
import { isApprovedSaleSql } from '../server/sales.ts'
import { memberListingReport } from './contract.ts'

const address = (column: 'city' | 'state') =>
  sql`(select a.${sql.ref(column)} from customer_address a where a.customer_id = c.customer_id and a.is_primary_yn = 'Y' and a.status = 'Active' limit 1)`
/** SQL of the latest purchase that was not returned completely; it checks one purchase after the other. */
const lastPurchase = sql`(select t.business_date from transaction_summary t
  where t.membership_no = m.membership_no and t.transaction_type = 'N' and ${isApprovedSaleSql}
    and not (exists (select from transaction_detail d where d.transaction_id = t.transaction_id and d.cancelled_quantity <> 0)
      and not exists (select from transaction_detail line where line.transaction_id = t.transaction_id and abs(line.cancelled_quantity) < abs(line.quantity)))
  order by t.performed_at desc, t.transaction_id desc limit 1)`
/** SQL of the customer's expected sales amount from the forecast of areas/retention; null without a purchase. */
const expectedValue = sql`(select f.expected_value from customer_forecast f where f.customer_id = m.customer_id)`

export const memberListingRoute = serveReport(memberListingReport, (ctx, query) => ({
  from: sql`membership m join customer c using (customer_id) left join balances(${ctx.today}) b on b.membership_no = m.membership_no`,
  where: [
    query.Status ? equals('m.status', query.Status) : sql`m.status not in ('Archived', 'Merged', 'Deleted')`,
    equals('c.registered_outlet_code', query.outlet),
    equals('m.member_type', query.MemberType),
    equals('m.card_category_code', query.CardCategoryCode),
    equals('m.card_group_id', query.CardGroupId),
    equals('c.nearest_outlet_code', query.NearestOutletCode),
    equals('c.registration_source', query.RegistrationSource),
    isBetweenBounds('m.join_date', query.JoinDateFrom, query.JoinDateTo),
    query.BirthMonth && sql`extract(month from c.date_of_birth) = ${Number(query.BirthMonth)}`,
    equalsText('c.gender', query.Gender),
    equalsText('c.ethnicity', query.Ethnicity),
    query.City &&
      sql`exists (select from customer_address a where a.customer_id = c.customer_id and a.is_primary_yn = 'Y' and a.status = 'Active' and ${contains('a.city', query.City) || true})`,
    query.State &&
      sql`exists (select from customer_address a where a.customer_id = c.customer_id and a.is_primary_yn = 'Y' and a.status = 'Active' and ${equalsText('a.state', query.State) || true})`,
    query.Tag &&
      sql`exists (select from customer_tag g where g.customer_id = c.customer_id and g.status = 'Active' and ${equalsText('g.name', query.Tag) || true})`,
    equals('c.lead_source_id', query.LeadSourceId),
    query.HasEmailYN && (query.HasEmailYN === 'Y' ? sql`c.email is not null` : sql`c.email is null`),
    equals('c.verified_email_yn', query.VerifiedEmailYN),
    query.ConsentChannel && hasConsentToChannelSql(query.ConsentChannel),
    query.BalanceFrom !== undefined && sql`coalesce(b.points, 0) >= ${query.BalanceFrom}`,
    query.BalanceTo !== undefined && sql`coalesce(b.points, 0) <= ${query.BalanceTo}`,
  ],
  page: {
    keys: sql`m.membership_no, m.customer_id, m.member_type, m.card_category_code, m.status, m.join_date, coalesce(b.points, 0) as points`,
    joins: sql`join customer c using (customer_id)`,
    as: 'm',
  },
  select: sql`m.membership_no, m.customer_id, c.full_name as customer_name, c.id_no, m.member_type, c.gender, c.ethnicity, c.date_of_birth,
    c.contact_no, c.email, c.verified_email_yn, ${address('city')} as city, ${address('state')} as state, m.card_category_code, m.status,
    m.join_date, c.registration_source, c.registered_outlet_code, c.nearest_outlet_code, m.points as point_balance,
    ${lastPurchase} as last_purchase, ${preferredStaffNameSql} as preferred_staff_name,
    ${expectedValue} as expected_value`,
  map: withMaskedIdNo as never,
  sort: {
    MembershipNo: 'm.membership_no',
    CustomerName: 'c.full_name',
    City: address('city'),
    State: address('state'),
    MemberType: 'm.member_type',
    Status: 'm.status',
    PointBalance: sql`(select s.points from balances(${ctx.today}) s where s.membership_no = m.membership_no)`,
    LastPurchase: lastPurchase,
    PreferredStaffName: preferredStaffNameSql,
    ExpectedValue: (way) => sql`${expectedValue} ${way} nulls last`,
  },
  tie: sql`m.membership_no`,
  totals: sql`count(*)::int as members, count(*) filter (where m.member_type = 'Premium Member')::int as premium,
    count(*) filter (where m.member_type <> 'Premium Member')::int as non_premium, coalesce(sum(b.points), 0)::bigint as point_balance`,
}))
