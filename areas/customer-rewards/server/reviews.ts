import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { RefusalParams } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { stale } from '#kit/server/errors.ts'
import { containsName, equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { refusals } from '../contract/refusals.ts'
import type * as contract from '../contract/reviews.ts'
import { askRule, json, log, refusalNamed, sourceOf } from './reward-rows.ts'

// REVIEWS of what was handed over, and what waits to be given.

const tables = sql`reward_review review join customer_reward held using (reference_code) join reward using (reward_id)
  join customer using (customer_id)
  left join transaction_summary sale on sale.invoice_no = review.invoice_no and sale.transaction_type = 'N'
  left join user_account person on person.user_id = coalesce(held.claimed_by_id, held.collected_by_id) left join staff using (staff_id)`

const columns = sql`review.review_id, review.cause, review.status, review.reference_code, reward.code as reward_code, reward.name as reward_name, held.type,
  held.status as reward_status, held.customer_id, customer.full_name, held.membership_no, held.points, held.voucher_no, review.invoice_no,
  sale_left(sale.transaction_id)::text as amount_left, held.minimum_spend::text, coalesce(held.claimed_date, held.collected_date) as done_at,
  coalesce(held.claimed_outlet_code, held.collected_outlet_code) as outlet_code, coalesce(staff.full_name, person.display_name) as done_by_name,
  review.reason, review.decided_by, review.decided_at, review.created_at, review.version`

export const listReviews = (_: Ctx, { Search }: Input<typeof contract.listReviews>) =>
  sqlList({
    from: tables,
    where: [
      equals('review.review_id', Search.ReviewId),
      equals('review.status', Search.Status),
      equals('review.cause', Search.Cause),
      equals('held.membership_no', Search.MembershipNo),
      Search.OutletCode && sql`coalesce(held.claimed_outlet_code, held.collected_outlet_code) = ${Search.OutletCode}`,
      containsName('customer.full_name', Search.Name),
    ],
    select: sql<contract.RewardReview>`${columns}`,
    sort: {
      CreatedAt: 'review.created_at',
      DoneAt: sql`coalesce(held.claimed_date, held.collected_date)`,
      Status: 'review.status',
      Cause: 'review.cause',
    },
    tie: 'review.review_id',
  })

async function reviewNow({ db }: Ctx, ReviewId: number): Promise<contract.RewardReview> {
  const { rows } = await sql<contract.RewardReview>`
    select ${columns} from ${tables} where review.review_id = ${ReviewId}`.execute(db)
  if (!rows[0]) throw refusals.recordNotFound()
  return rows[0]
}

/** The member keeps what was handed over. */
export async function keepReward(ctx: Ctx, { ReviewId, Version, Reason }: Input<typeof contract.keepReward>) {
  await sql`select from reward_review where review_id = ${ReviewId} for update`.execute(ctx.db)
  const review = await reviewNow(ctx, ReviewId)
  if (review.Status !== 'Open') throw refusals.reviewDecided({ Status: review.Status })
  if (review.Version !== Version) throw stale(review)
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
  log(ctx, 'Keep Reward', review.ReferenceCode, `, ${review.Cause}`)
  return reviewNow(ctx, ReviewId)
}

/** What head office has to look at, for the menu. */
export async function reviewsOpen({ db, actor }: Ctx): Promise<number> {
  if (!actor.isHQ || !actor.roles.has('Rewards')) return 0
  const { rows } = await sql<{ Count: number }>`
    select count(*) as count from reward_review where status = 'Open'`.execute(db)
  return rows[0]!.Count
}

type WaitingRow = Omit<contract.WaitingReward, 'Obstacle'> & { Refused: string; Params: RefusalParams }

export const listWaiting = (_: Ctx, { Search }: Input<typeof contract.listWaiting>) =>
  sqlList({
    from: sql`reward_waiting one join reward using (reward_id) join customer using (customer_id)`,
    where: [
      sql`one.status = 'Waiting'`,
      equals('one.waiting_id', Search.WaitingId),
      equals('reward.code', Search.RewardCode),
      equals('reward.type', Search.Type),
      equals('one.membership_no', Search.MembershipNo),
      containsName('customer.full_name', Search.Name),
    ],
    select: sql<WaitingRow>`one.waiting_id, one.reward_id, reward.code as reward_code, reward.name as reward_name, reward.type, one.customer_id,
      customer.full_name, one.membership_no, customer.registered_outlet_code, one.period, one.since, one.attempts, one.refused, one.params`,
    sort: { Since: 'one.since', Attempts: 'one.attempts', RewardCode: 'reward.code' },
    tie: 'one.waiting_id',
    map: ({ Refused, Params, ...row }): contract.WaitingReward => ({
      ...row,
      Obstacle: refusalNamed({ Refused, Params }),
    }),
  })

/** Tries at once what the next night would try. */
export async function giveWaitingNow(ctx: Ctx, { WaitingId }: Input<typeof contract.giveWaitingNow>) {
  const { GivenYN, ReferenceCode } = await askRule(
    ctx,
    sql<{ Answer: { GivenYN: 'Y' | 'N'; ReferenceCode: string | null } }>`
      select give_waiting_now(${WaitingId}, ${json(sourceOf(ctx))}) as answer`,
  )
  if (ReferenceCode) log(ctx, 'Issue Reward', ReferenceCode)
  const { rows } = await sql<{ Status: string; Refused: string; Params: RefusalParams }>`
    select status, refused, params from reward_waiting where waiting_id = ${WaitingId}`.execute(ctx.db)
  const { Status, ...refused } = rows[0]!
  return {
    GivenYN,
    ReferenceCode: ReferenceCode ?? null,
    Obstacle: Status === 'Waiting' ? refusalNamed(refused) : null,
  }
}

/** No night tries any more. */
export async function giveUpWaiting(ctx: Ctx, { WaitingId, Reason }: Input<typeof contract.giveUpWaiting>) {
  await askRule(
    ctx,
    sql<{ Answer: unknown }>`select give_up_waiting(${WaitingId}, ${Reason}, ${json(sourceOf(ctx))}) as answer`,
  )
  ctx.audit('Give Up Reward', 'RewardWaiting', WaitingId, `Give Up Reward in Customer Reward. WaitingId - ${WaitingId}`)
  return { WaitingId }
}
