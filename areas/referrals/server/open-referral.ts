import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

type Named = { CustomerId: number; MembershipNo: string }

/** Notes that a customer named the member who recommended the company, with what the settings promise for it today. */
export async function openReferral(ctx: Ctx, { CustomerId, MembershipNo }: Named) {
  const promised = await settings(ctx)
  const { rows } = await sql<{ ReferralId: number }>`
    insert into referral (customer_id, referrer_membership_no, named_at, named_by_id, minimum_amount, qualify_until, return_days, referrer_points, friend_points, flags)
    select c.customer_id, m.membership_no, ${ctx.now}, ${ctx.actor.userId}, ${promised['referral.minimumSale']}::numeric,
      business_date_of(c.created_at) + ${promised['referral.windowDays']}::int, ${promised['referral.returnDays']}::int,
      ${promised['referral.pointsReferrer']}::bigint, ${promised['referral.pointsFriend']}::bigint, in_common(c.customer_id, m.customer_id)
    from customer c, membership m where c.customer_id = ${CustomerId} and m.membership_no = ${MembershipNo}
    returning referral_id`.execute(ctx.db)
  // A friend may have bought before naming anybody.
  const source = { Today: ctx.today, Now: ctx.now }
  await sql`select evaluate_referrals(array[${rows[0]!.ReferralId}::bigint], ${JSON.stringify(source)}::jsonb)`.execute(
    ctx.db,
  )
}

/** Whether this pair was turned down before. */
export async function wasRejected(ctx: Ctx, { CustomerId, MembershipNo }: Named): Promise<boolean> {
  const before = await ctx.db
    .selectFrom('Referral')
    .select('ReferralId')
    .where('CustomerId', '=', CustomerId)
    .where('ReferrerMembershipNo', '=', MembershipNo)
    .where('Status', '=', 'Rejected')
    .executeTakeFirst()
  return before !== undefined
}
