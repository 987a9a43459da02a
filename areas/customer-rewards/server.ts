import { sql } from 'kysely'
import { saleReturnedEvent } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleSqlEvent } from '#kit/server/events.ts'
import { rewardReviewsPath } from './paths.ts'
import { giveBirthdayRewardsStep, retryWaitingRewardsStep } from './server/by-system.ts'
import { refuseCustomerWithActiveRewards } from './server/holds-rewards.ts'
import { customerRewardMergeFields, rewardReminderEvents } from './server/merge-names.ts'
import { expireCatalogueRewardsStep, expireCustomerRewardsStep } from './server/nightly.ts'
import { countOpenReviews } from './server/reviews.ts'
import { customerRewardRoutes } from './server/routes.ts'
import { customerRewardRowKinds } from './server/row-kinds.ts'
import { rewardSegmentFields } from './server/segment-fields.ts'
import { rewardTimelineSource } from './server/timeline.ts'

export const customerRewardsServerArea: ServerArea = {
  name: 'customer-rewards',
  segmentFields: rewardSegmentFields,
  routes: customerRewardRoutes,
  rowKinds: customerRewardRowKinds,
  badges: { [rewardReviewsPath.pattern]: countOpenReviews },
  handles: [
    handleSqlEvent(saleReturnedEvent, 'opens a reward review for rewards that were handed over because of the sale'),
  ],
  batchSteps: {
    expire: [expireCustomerRewardsStep, expireCatalogueRewardsStep],
    issue: [retryWaitingRewardsStep, giveBirthdayRewardsStep],
  },
  mergeNames: customerRewardMergeFields,
  reminders: rewardReminderEvents,
  outstandingRewards: async ({ db }, RewardId) => {
    const { rows } = await sql<{ Count: number }>`
      select count(*) as count from customer_reward where reward_id = ${RewardId} and status = 'Active'`.execute(db)
    return rows[0]!.Count
  },
  openBusiness: refuseCustomerWithActiveRewards,
  timeline: [rewardTimelineSource],
  merge: {
    blockers: {
      reward: ({ both }) => sql`select '', period from customer_reward
        where membership_no = any(${both}) and status = 'Active' and type = 'Point Expiry' and period is not null
        group by period having count(*) > 1`,
    },
    undoBlockers: {
      reward: ({ keys, MergedAt }) => sql`select reference_code as detail from customer_reward
        where reference_code = any(${keys('customer_reward')}::text[]) and greatest(claimed_date, collected_date, cancelled_date) > ${MergedAt}`,
    },
    moves: [
      {
        table: 'customer_reward',
        key: 'reference_code',
        keyType: 'text',
        customer: 'customer_id',
        membership: 'membership_no',
        // A reward is given once per period, so a reward that the survivor has too does not move in a merge.
        unless: ({ into }) => sql`(r.period is not null and r.status not in ('Cancelled', 'Deleted') and exists (
          select from customer_reward existing where existing.membership_no = ${into} and existing.period = r.period
            and (existing.reward_id = r.reward_id or existing.type = 'Point Expiry' and r.type = 'Point Expiry') and existing.status not in ('Cancelled', 'Deleted')))`,
      },
      {
        table: 'reward_waiting',
        key: 'waiting_id',
        keyType: 'bigint',
        customer: 'customer_id',
        membership: 'membership_no',
        unless: ({ into }) => sql`(r.status = 'Waiting' and exists (
          select from reward_waiting existing where existing.membership_no = ${into} and existing.reward_id = r.reward_id
            and existing.period = r.period and existing.status = 'Waiting'))`,
      },
    ],
  },
  personal: {
    tables: [
      {
        table: 'customer_reward',
        part: 'Rewards',
        hides: 'inventory_id debit_history_id debits',
        dots: 'remarks',
        keeps: `reference_code membership_no type status period is_birthday_point_deduct deduct_point_in_claim_yn voucher_type validity_from
          validity_to outlet_code invoice_no voucher_no redeemed_outlet_code claimed_outlet_code collected_outlet_code cancelled_outlet_code`,
        auditKept: true,
      },
      {
        table: 'reward_waiting',
        part: 'Rewards',
        hides: 'params attempts closed_because',
        keeps: 'membership_no period since refused params status reference_code closed_because',
        auditKept: true,
      },
      {
        table: 'reward_review',
        part: 'Rewards',
        rows: 'r.reference_code in (select reference_code from customer_reward where customer_id = any($1::bigint[]))',
        hides: '*',
        because: 'is what head office thinks of it',
        dots: 'reason',
        keeps: 'reference_code cause invoice_no status decided_by',
        auditKept: true,
      },
    ],
    none: {
      reward_movement: 'says what left the stock for which reference',
      point_expiry_offer: 'says for which points a reward was offered',
    },
  },
}
