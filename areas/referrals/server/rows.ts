import { sql } from 'kysely'
import { browsedOutlet } from '#areas/customers/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, type Filter } from '#kit/server/filters.ts'
import { firstOf, sqlList } from '#kit/server/list.ts'
import { maskedName } from '#kit/server/masks.ts'
import { type Referral, refusals } from '../contract.ts'

// What a referral looks like on the wire. Every query of this area selects it here.

const columns = sql.raw(`
  r.referral_id, r.status, r.flags, r.referrer_membership_no, holder.customer_id as referrer_customer_id, referrer.full_name as referrer_name,
  referrer.registered_outlet_code as referrer_outlet_code, r.customer_id, shown.membership_no, friend.full_name,
  friend.registered_outlet_code as outlet_code, r.named_at, named.full_name as named_by, r.minimum_amount, r.qualify_until,
  r.referrer_points, r.friend_points, sale.invoice_no, sale.business_date as sale_date, sale_left(sale.transaction_id) as sale_amount,
  r.qualified_at, r.approve_from, r.referrer_awarded, r.friend_awarded, r.decided_at, r.decided_by, r.decision_remark, r.voided_at, r.void_reason`)

const parties = sql`
  join membership holder on holder.membership_no = r.referrer_membership_no
  join customer referrer on referrer.customer_id = holder.customer_id
  join customer friend on friend.customer_id = r.customer_id`

export const referrals = (ctx: Ctx, where: readonly Filter[]) =>
  sqlList({
    from: sql`referral r ${parties}`,
    where,
    page: {
      keys: sql`r.*`,
      as: 'r',
      joins: sql`${parties}
        left join transaction_summary sale on sale.transaction_id = r.transaction_id
        left join user_account account on account.user_id = r.named_by_id
        left join staff named on named.staff_id = account.staff_id
        left join lateral (
          select m.membership_no from membership m where m.customer_id = r.customer_id
          order by m.status = 'Active' desc, m.status <> 'Deleted' desc, m.join_date, m.membership_no limit 1
        ) shown on true`,
    },
    select: sql<Referral>`${columns}`,
    sort: {
      QualifiedAt: (way) => sql`r.qualified_at ${way} nulls last`,
      ApproveFrom: (way) => sql`r.approve_from ${way} nulls last`,
    },
    tie: 'r.referral_id',
    map: (row) => shownTo(ctx, row),
  })

/** Names of people of another outlet by their initials. */
function shownTo(ctx: Ctx, row: Referral): Referral {
  const own = browsedOutlet(ctx)
  const nameFor = (name: string, outlet: string) => (own === null || own === outlet ? name : maskedName(name))
  return {
    ...row,
    FullName: nameFor(row.FullName, row.OutletCode),
    ReferrerName: nameFor(row.ReferrerName, row.ReferrerOutletCode),
  }
}

/** One referral of the caller's outlet, on either side of it. */
export async function referralOf(ctx: Ctx, ReferralId: number): Promise<Referral> {
  const own = browsedOutlet(ctx)
  const referral = await firstOf(
    ctx,
    referrals(ctx, [
      equals('r.referral_id', ReferralId),
      own && sql`${own} in (friend.registered_outlet_code, referrer.registered_outlet_code)`,
    ]),
  )
  if (!referral) throw refusals.notFound()
  return referral
}
