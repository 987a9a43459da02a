import { sql } from 'kysely'
import { contains, equals, sameText, within } from '#kit/server/filters.ts'
import { withMaskedIdNo } from '#kit/server/masks.ts'
import { adviser, agreedTo } from '../server/members.ts'
import { answer } from '../server/report.ts'
import { counts } from '../server/sales.ts'
import { memberListing } from './contract.ts'

const address = (column: 'city' | 'state') =>
  sql`(select a.${sql.ref(column)} from customer_address a where a.customer_id = c.customer_id and a.is_primary_yn = 'Y' and a.status = 'Active' limit 1)`
/** Of which something is left. The latest first: what came back whole is looked at one by one, which is seldom more than one. */
const lastPurchase = sql`(select t.business_date from transaction_summary t
  where t.membership_no = m.membership_no and t.transaction_type = 'N' and ${counts}
    and not (exists (select from transaction_detail d where d.transaction_id = t.transaction_id and d.cancelled_quantity <> 0)
      and not exists (select from transaction_detail kept where kept.transaction_id = t.transaction_id and abs(kept.cancelled_quantity) < abs(kept.quantity)))
  order by t.performed_at desc, t.transaction_id desc limit 1)`
/** Of the night’s forecast (areas/retention); of the person who bought nothing there is none. */
const expectedValue = sql`(select f.expected_value from customer_forecast f where f.customer_id = m.customer_id)`

export const memberListingRoute = answer(memberListing, (ctx, asked) => ({
  from: sql`membership m join customer c using (customer_id) left join balances(${ctx.today}) b on b.membership_no = m.membership_no`,
  where: [
    asked.Status ? equals('m.status', asked.Status) : sql`m.status not in ('Archived', 'Merged', 'Deleted')`,
    equals('c.registered_outlet_code', asked.outlet),
    equals('m.member_type', asked.MemberType),
    equals('m.card_category_code', asked.CardCategoryCode),
    equals('m.card_group_id', asked.CardGroupId),
    equals('c.nearest_outlet_code', asked.NearestOutletCode),
    equals('c.registration_source', asked.RegistrationSource),
    within('m.join_date', asked.JoinDateFrom, asked.JoinDateTo),
    asked.BirthMonth && sql`extract(month from c.date_of_birth) = ${Number(asked.BirthMonth)}`,
    sameText('c.gender', asked.Gender),
    sameText('c.ethnicity', asked.Ethnicity),
    asked.City &&
      sql`exists (select from customer_address a where a.customer_id = c.customer_id and a.is_primary_yn = 'Y' and a.status = 'Active' and ${contains('a.city', asked.City) || true})`,
    asked.State &&
      sql`exists (select from customer_address a where a.customer_id = c.customer_id and a.is_primary_yn = 'Y' and a.status = 'Active' and ${sameText('a.state', asked.State) || true})`,
    asked.Tag &&
      sql`exists (select from customer_tag g where g.customer_id = c.customer_id and g.status = 'Active' and ${sameText('g.name', asked.Tag) || true})`,
    equals('c.lead_source_id', asked.LeadSourceId),
    asked.HasEmailYN && (asked.HasEmailYN === 'Y' ? sql`c.email is not null` : sql`c.email is null`),
    equals('c.verified_email_yn', asked.VerifiedEmailYN),
    asked.ConsentChannel && agreedTo(asked.ConsentChannel),
    asked.BalanceFrom !== undefined && sql`coalesce(b.points, 0) >= ${asked.BalanceFrom}`,
    asked.BalanceTo !== undefined && sql`coalesce(b.points, 0) <= ${asked.BalanceTo}`,
  ],
  page: {
    keys: sql`m.membership_no, m.customer_id, m.member_type, m.card_category_code, m.status, m.join_date, coalesce(b.points, 0) as points`,
    joins: sql`join customer c using (customer_id)`,
    as: 'm',
  },
  select: sql`m.membership_no, m.customer_id, c.full_name as customer_name, c.id_no, m.member_type, c.gender, c.ethnicity, c.date_of_birth,
    c.contact_no, c.email, c.verified_email_yn, ${address('city')} as city, ${address('state')} as state, m.card_category_code, m.status,
    m.join_date, c.registration_source, c.registered_outlet_code, c.nearest_outlet_code, m.points as point_balance,
    ${lastPurchase} as last_purchase, ${adviser} as preferred_staff_name,
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
    PreferredStaffName: adviser,
    ExpectedValue: (way) => sql`${expectedValue} ${way} nulls last`,
  },
  tie: sql`m.membership_no`,
  totals: sql`count(*)::int as members, count(*) filter (where m.member_type = 'Premium Member')::int as premium,
    count(*) filter (where m.member_type <> 'Premium Member')::int as non_premium, coalesce(sum(b.points), 0)::bigint as point_balance`,
}))
