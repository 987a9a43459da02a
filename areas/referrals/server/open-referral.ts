import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { databaseFunctions } from '#kit/server/functions.ts'

type ReferralPair = { CustomerId: number; MembershipNo: string }

/** Opens a referral with today's settings for amount, deadline and points, and evaluates it at once. */
export async function openReferral(ctx: Ctx, { CustomerId, MembershipNo }: ReferralPair) {
  const terms = await readSettings(ctx)
  const { rows } = await sql<{ ReferralId: number }>`
    insert into referral (customer_id, referrer_membership_no, named_at, named_by_id, minimum_amount, qualify_until, return_days, referrer_points, friend_points, flags)
    select c.customer_id, m.membership_no, ${ctx.now}, ${ctx.actor.userId}, ${terms['referral.minimumSale']}::numeric,
      business_date_of(c.created_at) + ${terms['referral.windowDays']}::int, ${terms['referral.returnDays']}::int,
      ${terms['referral.pointsReferrer']}::bigint, ${terms['referral.pointsFriend']}::bigint, in_common(c.customer_id, m.customer_id)
    from customer c, membership m where c.customer_id = ${CustomerId} and m.membership_no = ${MembershipNo}
    returning referral_id`.execute(ctx.db)
  // The friend may have bought before the referrer was named, so the referral is evaluated now.
  const source = { Today: ctx.today, Now: ctx.now }
  await databaseFunctions.evaluateReferrals(ctx.db, { ids: [rows[0]!.ReferralId], source })
}

/** Returns true if a referral of this friend by this referrer was rejected before. */
export async function wasReferralRejected(ctx: Ctx, { CustomerId, MembershipNo }: ReferralPair): Promise<boolean> {
  const rejected = await ctx.db
    .selectFrom('Referral')
    .select('ReferralId')
    .where('CustomerId', '=', CustomerId)
    .where('ReferrerMembershipNo', '=', MembershipNo)
    .where('Status', '=', 'Rejected')
    .executeTakeFirst()
  return rejected !== undefined
}
