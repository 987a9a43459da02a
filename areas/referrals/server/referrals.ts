import { sql } from 'kysely'
import { outletOfCallerLists, resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, containsName, equals, isBetweenBounds, type RowFilter } from '#kit/server/filters.ts'
import { readFirstRow, readPageOfList, sqlList } from '#kit/server/list.ts'
import { maskedName } from '#kit/server/masks.ts'
import type * as contract from '../contract.ts'
import { type Referral, type Referrer, referralRefusals } from '../contract.ts'
import { findReferrerNamingDeadline } from './accept-referrer.ts'

// SQL columns of a referral in replies.

const columns = sql.raw(`
  r.referral_id, r.status, r.flags, r.referrer_membership_no, holder.customer_id as referrer_customer_id, referrer.full_name as referrer_name,
  referrer.registered_outlet_code as referrer_outlet_code, r.customer_id, friend_membership.membership_no, friend.full_name,
  friend.registered_outlet_code as outlet_code, r.named_at, namer.full_name as named_by, r.minimum_amount, r.qualify_until,
  r.referrer_points, r.friend_points, sale.invoice_no, sale.business_date as sale_date, sale_left(sale.transaction_id) as sale_amount,
  r.qualified_at, r.approve_from, r.referrer_awarded, r.friend_awarded, r.decided_at, r.decided_by, r.decision_remark, r.voided_at, r.void_reason`)

const parties = sql`
  join membership holder on holder.membership_no = r.referrer_membership_no
  join customer referrer on referrer.customer_id = holder.customer_id
  join customer friend on friend.customer_id = r.customer_id`

const referrals = (ctx: Ctx, where: readonly RowFilter[]) =>
  sqlList({
    from: sql`referral r ${parties}`,
    where,
    page: {
      keys: sql`r.*`,
      as: 'r',
      joins: sql`${parties}
        left join transaction_summary sale on sale.transaction_id = r.transaction_id
        left join user_account account on account.user_id = r.named_by_id
        left join staff namer on namer.staff_id = account.staff_id
        left join lateral (
          select m.membership_no from membership m where m.customer_id = r.customer_id
          order by m.status = 'Active' desc, m.status <> 'Deleted' desc, m.join_date, m.membership_no limit 1
        ) friend_membership on true`,
    },
    select: sql<Referral>`${columns}`,
    sort: {
      QualifiedAt: (direction) => sql`r.qualified_at ${direction} nulls last`,
      ApproveFrom: (direction) => sql`r.approve_from ${direction} nulls last`,
    },
    tie: 'r.referral_id',
    map: (row) => maskForeignNames(ctx, row),
  })

/** Masks the names of customers who belong to other outlets. */
function maskForeignNames(ctx: Ctx, row: Referral): Referral {
  const callerOutlet = outletOfCallerLists(ctx)
  const nameFor = (name: string, outlet: string) =>
    callerOutlet === null || callerOutlet === outlet ? name : maskedName(name)
  return {
    ...row,
    FullName: nameFor(row.FullName, row.OutletCode),
    ReferrerName: nameFor(row.ReferrerName, row.ReferrerOutletCode),
  }
}

/** Reads one referral. Outlet staff must belong to the outlet of the friend or of the referrer. */
export async function readReferral(ctx: Ctx, ReferralId: number): Promise<Referral> {
  const callerOutlet = outletOfCallerLists(ctx)
  const referral = await readFirstRow(
    ctx,
    referrals(ctx, [
      equals('r.referral_id', ReferralId),
      callerOutlet && sql`${callerOutlet} in (friend.registered_outlet_code, referrer.registered_outlet_code)`,
    ]),
  )
  if (!referral) throw referralRefusals.notFound()
  return referral
}

/** Lists referrals; outlet staff see a referral if its friend or referrer belongs to their outlet. */
export function listReferrals(ctx: Ctx, { Search }: Input<typeof contract.listReferrals>) {
  const outlet = resolveOutletFilter(ctx, Search.OutletCode, referralRefusals.otherOutlet)
  return referrals(ctx, [
    equals('r.referral_id', Search.ReferralId),
    equals('r.status', Search.Status),
    equals('r.referrer_membership_no', Search.ReferrerMembershipNo),
    Search.MembershipNo &&
      sql`exists (select from membership m where m.customer_id = r.customer_id and m.membership_no = ${Search.MembershipNo})`,
    containsName('friend.full_name', Search.FullName),
    outlet && sql`${outlet} in (friend.registered_outlet_code, referrer.registered_outlet_code)`,
    Search.FlaggedYN && sql`(r.flags <> '{}') = ${Search.FlaggedYN === 'Y'}::boolean`,
    Search.DateFrom && sql`r.named_at >= ${Search.DateFrom}::date::timestamp at time zone business_zone()`,
    Search.DateTo && sql`r.named_at < (${Search.DateTo}::date + 1)::timestamp at time zone business_zone()`,
  ])
}

const VISIBLE_MAX = 20

/** Returns the referral in which the customer is the friend, and all in which the customer is the referrer. */
export async function customerReferrals(ctx: Ctx, { CustomerId }: Input<typeof contract.customerReferrals>) {
  const newest = { SortOption: 'ReferralId', SortDirection: 'DESC' }
  const [MayNameUntil, latest, Referred] = await Promise.all([
    findReferrerNamingDeadline(ctx, CustomerId),
    readPageOfList(ctx, referrals(ctx, [equals('r.customer_id', CustomerId)]), { ...newest, Rows: 1 }),
    readPageOfList(ctx, referrals(ctx, [equals('holder.customer_id', CustomerId)]), { ...newest, Rows: VISIBLE_MAX }),
  ])
  return { ReferredBy: latest.rows[0] ?? null, MayNameUntil, Referred }
}

/** Lists members who referred friends. Sums the friends' sales only for the rows of the requested page. */
export function listReferrers(ctx: Ctx, { Search }: Input<typeof contract.listReferrers>) {
  const referrerConditions = allOf([
    equals('m.membership_no', Search.MembershipNo),
    containsName('c.full_name', Search.FullName),
    equals('c.registered_outlet_code', resolveOutletFilter(ctx, Search.OutletCode, referralRefusals.otherOutlet)),
  ])
  return sqlList({
    from: sql`(
      select m.membership_no, m.customer_id, c.full_name, c.registered_outlet_code as outlet_code, count(*) as friends,
        count(*) filter (where r.status = 'Pending') as pending, count(*) filter (where r.status = 'Qualified') as qualified,
        count(*) filter (where r.status = 'Approved') as approved, count(*) filter (where r.status = 'Rejected') as rejected,
        count(*) filter (where r.status = 'Voided') as voided,
        coalesce(sum(r.referrer_awarded) filter (where r.status = 'Approved'), 0)::bigint as points_awarded,
        business_date_of(max(greatest(r.named_at, r.qualified_at, r.decided_at, r.voided_at))) as last_date
      from referral r join membership m on m.membership_no = r.referrer_membership_no join customer c on c.customer_id = m.customer_id
      where ${referrerConditions}
      group by m.membership_no, m.customer_id, c.full_name, c.registered_outlet_code) referrer`,
    where: [isBetweenBounds('last_date', Search.DateFrom, Search.DateTo)],
    page: {
      keys: sql`referrer.*`,
      as: 'referrer',
      joins: sql`left join lateral (
        select coalesce(sum(net_moved(t.transaction_type, t.net_amount)), 0)::numeric(14, 2) as friends_sales
        from referral r join transaction_summary t on t.customer_id = r.customer_id
        where r.referrer_membership_no = referrer.membership_no and r.status <> 'Rejected'
      ) sales on true`,
    },
    select: sql<Referrer>`referrer.*, sales.friends_sales`,
    tie: 'membership_no',
  })
}
