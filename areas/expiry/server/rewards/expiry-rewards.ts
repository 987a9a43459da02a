import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ExpiryReward } from '../../contract/rewards.ts'

/** What an expiry reward looks like on the wire. */
export async function getReward(ctx: Ctx, ReferenceCode: string): Promise<ExpiryReward> {
  const { rows } = await sql<ExpiryReward>`
    select held.reference_code, held.reward_id, reward.code as reward_code, reward.name as reward_name, held.membership_no, held.customer_id,
      customer.full_name, held.type, held.status, offer.expiry_year, offer.expiry_month, offer.point_expiry, offer.point_balance, offer.expiry_date,
      held.points, held.deduct_point_in_claim_yn, held.voucher_type, held.voucher_value::text, held.voucher_no, held.validity_from, held.validity_to,
      held.remarks, held.created_at
    from customer_reward held join point_expiry_offer offer using (reference_code) join reward using (reward_id) join customer using (customer_id)
    where held.reference_code = ${ReferenceCode}`.execute(ctx.db)
  return rows[0]!
}

/** The text log's sentence. */
export const logged = (action: string, ReferenceCode: string) =>
  [
    action,
    'PointExpiryReward',
    ReferenceCode,
    `${action} in Point Expiry Reward. ReferenceCode - ${ReferenceCode}`,
  ] as const

/** Joins what could be offered to the member of each row of a page for its ending points. */
export const bestReward = ({ today }: Pick<Ctx, 'today'>, where: RawBuilder<unknown>) => sql`
  left join lateral (
    select best.reward_id as best_reward, best.point_deduct as best_points, best.voucher_value as best_value
    from membership m cross join lateral expiry_reward_for(m, least(page.point_expiry, points_available(m.membership_no, ${today})), ${today}) best
    where m.membership_no = page.membership_no and ${where}
  ) best on true`
