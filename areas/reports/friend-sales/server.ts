import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { type ReportQuery, type ReportSql, serveReport } from '../server/report.ts'
import { isApprovedSaleSql, isWithinDaysSql, netAmountSql } from '../server/sales.ts'
import { serveTotals } from '../server/totals.ts'
import { friendSalesReport, friendSalesTotalsReport } from './contract.ts'

/** SQL condition for each date that the period can filter. */
const dateConditions = {
  Named: (days: Days) => isWithinDaysSql(sql`f.named_at`, days),
  Joined: (days: Days) => sql`f.join_date between ${days.from} and ${days.until}`,
  'First Purchase': (days: Days) => sql`f.business_date between ${days.from} and ${days.until}`,
}
type Days = { from: string; until: string }

const friends = (_ctx: Ctx, query: ReportQuery<typeof friendSalesReport.call>): ReportSql => ({
  with: sql`f as (
      select r.referral_id, r.referrer_membership_no, r.customer_id, r.named_at, r.status, r.decided_by, r.decided_at, c.full_name,
        -- A voided award counts as 0; the friend's award stays if only the referrer's award was voided (void_referral).
        case when r.status = 'Approved' then r.referrer_awarded when r.referrer_awarded is not null then 0 end as referrer_awarded,
        case when r.status = 'Approved' or r.void_reason is distinct from 'Sale cancelled' then r.friend_awarded when r.friend_awarded is not null then 0 end as friend_awarded, c.registered_outlet_code, rc.full_name as referrer_name,
        (select m.membership_no from membership m where m.customer_id = r.customer_id order by m.status = 'Active' desc, m.join_date limit 1) as membership_no,
        (select min(m.join_date) from membership m where m.customer_id = r.customer_id) as join_date, first.invoice_no, first.business_date, first.net as first_net, coalesce(purchases.net, 0) as net_total
      from referral r join customer c using (customer_id) join membership rm on rm.membership_no = r.referrer_membership_no
      join customer rc on rc.customer_id = rm.customer_id
      left join lateral (
        select t.invoice_no, t.business_date, sale_left(t.transaction_id) as net from transaction_summary t
        where t.customer_id = r.customer_id and t.transaction_type = 'N' and ${isApprovedSaleSql} order by t.performed_at, t.transaction_id limit 1
      ) first on true
      left join lateral (select sum(${netAmountSql}) as net from transaction_summary t where t.customer_id = r.customer_id and ${isApprovedSaleSql}) purchases on true
    )`,
  from: sql`f`,
  where: [
    dateConditions[query.FriendDate ?? 'Named'](query),
    equals('f.referrer_membership_no', query.MembershipNo?.toUpperCase()),
    equals('f.registered_outlet_code', query.outlet),
    equals('f.status', query.Status),
  ],
  select: sql`f.referral_id, f.referrer_membership_no, f.referrer_name, f.customer_id, f.full_name as customer_name, f.membership_no, f.registered_outlet_code,
    f.named_at, f.join_date, f.status, f.invoice_no as first_invoice_no, f.business_date as first_purchase, f.first_net::numeric(16,2) as first_net,
    f.net_total::numeric(16,2) as net_total, f.referrer_awarded, f.friend_awarded, f.decided_by, f.decided_at`,
  sort: {
    CustomerName: 'f.full_name',
    FirstInvoiceNo: 'f.invoice_no',
    FirstPurchase: (way) => sql`f.business_date ${way} nulls last`,
    FirstNet: (way) => sql`f.first_net ${way} nulls last`,
    NetTotal: 'f.net_total',
    JoinDate: (way) => sql`f.join_date ${way} nulls last`,
    DecidedAt: (way) => sql`f.decided_at ${way} nulls last`,
  },
  tie: sql`f.referral_id`,
  totals: sql`count(*)::int as friends, count(f.invoice_no)::int as bought, count(*) filter (where f.status = 'Approved')::int as approved,
    coalesce(sum(f.first_net), 0)::numeric(16,2) as first_net, coalesce(sum(f.net_total), 0)::numeric(16,2) as net_total,
    coalesce(sum(f.referrer_awarded), 0)::bigint as referrer_awarded, coalesce(sum(f.friend_awarded), 0)::bigint as friend_awarded`,
})

export const friendSalesRoute = serveReport(friendSalesReport, friends)

export const friendSalesTotalsRoute = serveTotals(friendSalesTotalsReport, friends, {
  Referrer: { key: sql`f.referrer_membership_no`, person: sql`f.referrer_name` },
  Outlet: { key: sql`f.registered_outlet_code` },
})
