import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { RewardDetail } from '../contract/rewards.ts'
import { rewardRefusals as refusals } from '../contract/rewards.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Returns the number of Active customer rewards of a reward that the area stores. */
    outstandingRewards?: (ctx: Ctx, RewardId: number) => Promise<number>
  }
}

/** Approval kind of deactivating a reward; it needs a second person, because members may have paid for it. */
export const DEACTIVATION_APPROVAL_KIND = 'Reward deactivation'

/** Returns the number of Active customer rewards of a reward over all areas that store customer rewards. */
export async function countOutstandingCustomerRewards(ctx: Ctx, RewardId: number): Promise<number> {
  let count = 0
  for (const { outstandingRewards } of ctx.services.areas) count += (await outstandingRewards?.(ctx, RewardId)) ?? 0
  return count
}

// SQL columns of a reward in replies.

export const rewardColumns = sql`
  reward.reward_id, reward.code, reward.name, reward.description, reward.terms, reward.type, reward.status, reward.point_deduct, reward.birthday_point_deduct,
  reward.cash_top_up::text, reward.voucher_type, reward.voucher_value::text, reward.minimum_spend::text, reward.deduct_point_in_claim_yn,
  reward.validity_mode, reward.validity_days, reward.valid_from, reward.valid_to, reward.per_member_limit, reward.per_member_period, reward.total_limit,
  reward.card_categories, reward.member_type, reward.collect_within_days, reward.requires_invoice_yn, reward.unit_cost::text, reward.honour_outstanding_yn,
  coalesce((select given from reward_given where reward_given.reward_id = reward.reward_id), 0) as given,
  stock.available as stock_available, case when stock.low then 'Y' else 'N' end as low_stock_yn,
  reward_image(reward.reward_id) as image_url,
  array(select object_value from reward_object o where o.reward_id = reward.reward_id and o.object_type = 'Building' and o.status = 'Active'
    order by object_value) as outlet_codes,
  shown_values('Rewards', reward.custom_values) as custom_values, reward.version, reward.created_at, reward.updated_at`

export const rewardStockJoin = sql`cross join lateral (
  select sum(qty_on_hand - qty_reserved)::int as available, coalesce(bool_or(qty_on_hand - qty_reserved <= reorder_level), false) as low
  from reward_inventory where reward_inventory.reward_id = reward.reward_id and reward_inventory.status = 'Active') stock`

export const rewardObjectColumns = sql`
  o.reward_object_id, o.reward_id, o.object_type, o.object_value,
  case o.object_type when 'Building' then (select name from building where code = o.object_value)
    else (select name from stock_group where code = o.object_value) end as object_name,
  o.status, o.version`

/** SQL of a reward's pictures in the order of reward.images; pictures that are not listed come last. */
const images = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('MediaId', media_id, 'Url', '/media/' || stored_name,
    'ThumbnailUrl', '/media/' || thumbnail_name, 'AltText', alt_text) order by array_position(reward.images, media_id) nulls last, media_id), '[]')
  from media where object_type = 'RewardId' and object_id = reward.reward_id::text and media.status = 'Active')`

/** Returns a reward, even a deleted one, with pictures, outlets, stock groups and number of outstanding rewards. */
export async function findReward(ctx: Ctx, RewardId: number): Promise<RewardDetail | undefined> {
  const { rows } = await sql<Omit<RewardDetail, 'Outstanding' | 'Objects'>>`
    select ${rewardColumns}, ${images} as images,
      (select approval_id from approval where kind = ${DEACTIVATION_APPROVAL_KIND} and object_id = reward.reward_id::text and status = 'Pending' limit 1) as deactivation_request_id
    from reward ${rewardStockJoin} where reward.reward_id = ${RewardId}`.execute(ctx.db)
  if (!rows[0]) return undefined
  const { rows: Objects } = await sql<RewardDetail['Objects'][number]>`
    select ${rewardObjectColumns} from reward_object o where o.reward_id = ${RewardId} and o.status = 'Active'
    order by o.object_type, o.object_value`.execute(ctx.db)
  return { ...rows[0], Objects, Outstanding: await countOutstandingCustomerRewards(ctx, RewardId) }
}

export async function readReward(ctx: Ctx, RewardId: number): Promise<RewardDetail> {
  const reward = await findReward(ctx, RewardId)
  if (!reward) throw refusals.notFound()
  return reward
}

/** Locks a reward, so that concurrent redemptions wait, and returns its row. */
export async function lockReward(ctx: Ctx, RewardId: number) {
  const reward = await ctx.db
    .selectFrom('Reward')
    .selectAll()
    .where('RewardId', '=', RewardId)
    .forUpdate()
    .executeTakeFirst()
  if (!reward) throw refusals.notFound()
  return reward
}

export function logRewardAction(ctx: Ctx, action: string, RewardId: number) {
  ctx.audit(action, 'Reward', RewardId, `${action} in Reward. RewardId - ${RewardId}`)
}
