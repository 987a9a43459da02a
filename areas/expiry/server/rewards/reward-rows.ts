import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { type ExpiryReward, rewardRefusals } from '../../contract/rewards.ts'

// What an expiry reward looks like on the wire.

const nameOf = (userId: string) =>
  sql`(select staff.full_name from user_account join staff using (staff_id) where user_account.user_id = ${sql.ref(userId)})`

export const rewardColumns = sql`
  r.reference_code, r.membership_no, customer.customer_id, customer.full_name, 'Point Expiry' as type, r.status, r.expiry_year, r.expiry_month, r.point_expiry,
  r.point_balance, r.expiry_date, r.points, 'Y' as deduct_point_in_claim_yn, r.voucher_type, r.voucher_value::text, r.voucher_no, r.validity_from,
  r.validity_to, r.remarks, ${nameOf('r.created_by_id')} as created_by_name, r.created_at, ${nameOf('r.claimed_by_id')} as claimed_by_name,
  r.claimed_outlet_code, r.claimed_date, ${nameOf('r.cancelled_by_id')} as cancelled_by_name, r.cancelled_outlet_code, r.cancelled_date`

export const rewardTables = sql`point_expiry_reward r join membership m using (membership_no) join customer using (customer_id)`

export async function getReward(ctx: Ctx, ReferenceCode: string): Promise<ExpiryReward> {
  const { rows } = await sql<ExpiryReward>`
    select ${rewardColumns} from ${rewardTables} where r.reference_code = ${ReferenceCode}`.execute(ctx.db)
  return rows[0]!
}

/** The reward as it stands, locked until the change is done: two counters may claim or cancel it at once. */
export async function lockReward(ctx: Ctx, ReferenceCode: string) {
  const reward = await ctx.db
    .selectFrom('PointExpiryReward')
    .selectAll()
    .where('ReferenceCode', '=', ReferenceCode)
    .forUpdate()
    .executeTakeFirst()
  if (!reward) throw rewardRefusals.notFound()
  return reward
}

/** The text log's sentence. */
export const logged = (action: string, ReferenceCode: string) =>
  [
    action,
    'PointExpiryReward',
    ReferenceCode,
    `${action} in Point Expiry Reward. ReferenceCode - ${ReferenceCode}`,
  ] as const
