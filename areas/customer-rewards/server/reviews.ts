import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { RefusalParams } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { containsName, equals } from '#kit/server/filters.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { sqlList } from '#kit/server/list.ts'
import { customerRewardRefusals } from '../contract/refusals.ts'
import type * as contract from '../contract/reviews.ts'
import { logCustomerRewardAction, rewardRuleRefusals, rewardRuleSource, toRefusalErrorBody } from './reward-rows.ts'

// Reviews of rewards that were handed over, and decisions about automatic rewards that wait.

const tables = sql`reward_review review join customer_reward using (reference_code) join reward using (reward_id)
  join customer using (customer_id)
  left join transaction_summary sale on sale.invoice_no = review.invoice_no and sale.transaction_type = 'N'
  left join user_account account on account.user_id = coalesce(customer_reward.claimed_by_id, customer_reward.collected_by_id) left join staff using (staff_id)`

const columns = sql`review.review_id, review.cause, review.status, review.reference_code, reward.code as reward_code, reward.name as reward_name, customer_reward.type,
  customer_reward.status as reward_status, customer_reward.customer_id, customer.full_name, customer_reward.membership_no, customer_reward.points, customer_reward.voucher_no, review.invoice_no,
  sale_left(sale.transaction_id)::text as amount_left, customer_reward.minimum_spend::text, coalesce(customer_reward.claimed_date, customer_reward.collected_date) as done_at,
  coalesce(customer_reward.claimed_outlet_code, customer_reward.collected_outlet_code) as outlet_code, coalesce(staff.full_name, account.display_name) as done_by_name,
  review.reason, review.decided_by, review.decided_at, review.created_at, review.version`

export const listRewardReviews = (_: Ctx, { Search }: Input<typeof contract.listRewardReviews>) =>
  sqlList({
    from: tables,
    where: [
      equals('review.review_id', Search.ReviewId),
      equals('review.status', Search.Status),
      equals('review.cause', Search.Cause),
      equals('customer_reward.membership_no', Search.MembershipNo),
      Search.OutletCode &&
        sql`coalesce(customer_reward.claimed_outlet_code, customer_reward.collected_outlet_code) = ${Search.OutletCode}`,
      containsName('customer.full_name', Search.Name),
    ],
    select: sql<contract.RewardReview>`${columns}`,
    sort: {
      CreatedAt: 'review.created_at',
      DoneAt: sql`coalesce(customer_reward.claimed_date, customer_reward.collected_date)`,
      Status: 'review.status',
      Cause: 'review.cause',
    },
    tie: 'review.review_id',
  })

async function readReview({ db }: Ctx, ReviewId: number): Promise<contract.RewardReview> {
  const { rows } = await sql<contract.RewardReview>`
    select ${columns} from ${tables} where review.review_id = ${ReviewId}`.execute(db)
  if (!rows[0]) throw customerRewardRefusals.recordNotFound()
  return rows[0]
}

/** Closes the review of a reward with the decision that the member keeps the reward. */
export async function keepReward(ctx: Ctx, { ReviewId, Version, Reason }: Input<typeof contract.keepReward>) {
  await sql`select from reward_review where review_id = ${ReviewId} for update`.execute(ctx.db)
  const review = await readReview(ctx, ReviewId)
  if (review.Status !== 'Open') throw customerRewardRefusals.reviewDecided({ Status: review.Status })
  if (review.Version !== Version) throw staleVersionRefusal(review)
  await ctx.db
    .updateTable('RewardReview')
    .set({
      Status: 'Kept',
      Reason,
      DecidedById: ctx.actor.userId,
      DecidedBy: ctx.actor.name,
      DecidedAt: ctx.now,
      Version: Version + 1,
    })
    .where('ReviewId', '=', ReviewId)
    .execute()
  logCustomerRewardAction(ctx, 'Keep Reward', review.ReferenceCode, `, ${review.Cause}`)
  return readReview(ctx, ReviewId)
}

/** Counts the open reviews of rewards for the badge in the menu. */
export async function countOpenReviews({ db, actor }: Ctx): Promise<number> {
  if (!actor.isHQ || !actor.roles.has('Rewards')) return 0
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from reward_review where status = 'Open'`.execute(db)
  return rows[0]!.Count
}

type WaitingRow = Omit<contract.WaitingReward, 'Obstacle'> & { Refused: string; Params: RefusalParams }

export const listWaitingRewards = (_: Ctx, { Search }: Input<typeof contract.listWaitingRewards>) =>
  sqlList({
    from: sql`reward_waiting waiting join reward using (reward_id) join customer using (customer_id)`,
    where: [
      sql`waiting.status = 'Waiting'`,
      equals('waiting.waiting_id', Search.WaitingId),
      equals('reward.code', Search.RewardCode),
      equals('reward.type', Search.Type),
      equals('waiting.membership_no', Search.MembershipNo),
      containsName('customer.full_name', Search.Name),
    ],
    select: sql<WaitingRow>`waiting.waiting_id, waiting.reward_id, reward.code as reward_code, reward.name as reward_name, reward.type, waiting.customer_id,
      customer.full_name, waiting.membership_no, customer.registered_outlet_code, waiting.period, waiting.since, waiting.attempts, waiting.refused, waiting.params`,
    sort: { Since: 'waiting.since', Attempts: 'waiting.attempts', RewardCode: 'reward.code' },
    tie: 'waiting.waiting_id',
    map: ({ Refused, Params, ...row }): contract.WaitingReward => ({
      ...row,
      Obstacle: toRefusalErrorBody({ Refused, Params }),
    }),
  })

/** Retries a waiting automatic reward at once instead of in the next nightly batch. */
export async function retryWaitingReward(ctx: Ctx, { WaitingId }: Input<typeof contract.retryWaitingReward>) {
  const ReferenceCode = await databaseFunctions.giveWaitingNow(
    ctx.db,
    { id: WaitingId, source: rewardRuleSource(ctx) },
    rewardRuleRefusals,
  )
  if (ReferenceCode) logCustomerRewardAction(ctx, 'Issue Reward', ReferenceCode)
  const { rows } = await sql<{ Status: string; Refused: string; Params: RefusalParams }>`
    select status, refused, params from reward_waiting where waiting_id = ${WaitingId}`.execute(ctx.db)
  const { Status, ...refusal } = rows[0]!
  return {
    GivenYN: ReferenceCode ? ('Y' as const) : ('N' as const),
    ReferenceCode,
    Obstacle: Status === 'Waiting' ? toRefusalErrorBody(refusal) : null,
  }
}

/** Gives up a waiting automatic reward, so that the nightly batch no longer retries it. */
export async function endWaitingRewardRetries(
  ctx: Ctx,
  { WaitingId, Reason }: Input<typeof contract.endWaitingRewardRetries>,
) {
  await databaseFunctions.giveUpWaiting(
    ctx.db,
    { id: WaitingId, why: Reason, source: rewardRuleSource(ctx) },
    rewardRuleRefusals,
  )
  ctx.audit('Give Up Reward', 'RewardWaiting', WaitingId, `Give Up Reward in Customer Reward. WaitingId - ${WaitingId}`)
  return { WaitingId }
}
