import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ExpiryReward } from '../../contract/rewards.ts'

/** Reads an expiry reward with the columns that the endpoints return. */
export async function readExpiryReward(ctx: Ctx, ReferenceCode: string): Promise<ExpiryReward> {
  const { rows } = await sql<ExpiryReward>`
    select customer_reward.reference_code, customer_reward.reward_id, reward.code as reward_code, reward.name as reward_name, customer_reward.membership_no, customer_reward.customer_id,
      customer.full_name, customer_reward.type, customer_reward.status, offer.expiry_year, offer.expiry_month, offer.point_expiry, offer.point_balance, offer.expiry_date,
      customer_reward.points, customer_reward.deduct_point_in_claim_yn, customer_reward.voucher_type, customer_reward.voucher_value::text, customer_reward.voucher_no, customer_reward.validity_from, customer_reward.validity_to,
      customer_reward.remarks, customer_reward.created_at
    from customer_reward join point_expiry_offer offer using (reference_code) join reward using (reward_id) join customer using (customer_id)
    where customer_reward.reference_code = ${ReferenceCode}`.execute(ctx.db)
  return rows[0]!
}

/** Returns the arguments of ctx.audit for an expiry reward. */
export const createExpiryRewardLogEntry = (action: string, ReferenceCode: string) =>
  [
    action,
    'PointExpiryReward',
    ReferenceCode,
    `${action} in Point Expiry Reward. ReferenceCode - ${ReferenceCode}`,
  ] as const

/** The lateral join that finds the largest reward which the expiring points of each row of `page` can pay for. */
export const largestExpiryRewardJoin = ({ today }: Pick<Ctx, 'today'>, where: RawBuilder<unknown>) => sql`
  left join lateral (
    select best.reward_id as best_reward, best.point_deduct as best_points, best.voucher_value as best_value
    from membership m cross join lateral expiry_reward_for(m, least(page.point_expiry, points_available(m.membership_no, ${today})), ${today}) best
    where m.membership_no = page.membership_no and ${where}
  ) best on true`
