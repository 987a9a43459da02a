import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, type Filter, within } from '#kit/server/filters.ts'
import { type Asked, answer, type Query } from '../server/report.ts'
import { pointsSpent } from '../server/rewards.ts'
import { onDays } from '../server/sales.ts'
import { answerTotals } from '../server/totals.ts'
import { customerRewardStatus, customerRewardTotals } from './contract.ts'

const acts = ['redeemed', 'claimed', 'collected', 'cancelled'] as const
const nameOf = (act: (typeof acts)[number]) =>
  sql`(select s.full_name from user_account u join staff s using (staff_id) where u.user_id = ${sql.ref(`g.${act}_by_id`)})`
const did = sql.join(
  acts.map(
    (act) =>
      sql`${nameOf(act)} as ${sql.ref(`${act}_by`)}, ${sql.ref(`g.${act}_outlet_code`)}, ${sql.ref(`g.${act}_date`)}`,
  ),
)

/** Whether it happened on one of these days of the business zone. */
const happened = (at: RawBuilder<unknown>, from: string | undefined, until: string | undefined): Filter =>
  (from || until) &&
  sql`business_date_of(${at}) between coalesce(${from ?? null}::date, '-infinity') and coalesce(${until ?? null}::date, 'infinity')`

const rewards = (_ctx: Ctx, asked: Asked<typeof customerRewardStatus.call>): Query => ({
  from: sql`customer_reward g join reward r using (reward_id) join customer c using (customer_id) join membership m on m.membership_no = g.membership_no`,
  where: [
    asked.Status ? equals('g.status', asked.Status) : sql`g.status <> 'Deleted'`,
    asked.MembershipNo ? equals('g.membership_no', asked.MembershipNo) : onDays(sql`g.created_at`, asked),
    equals('c.registered_outlet_code', asked.outlet),
    equals('r.code', asked.RewardCode),
    equals('g.type', asked.Type),
    happened(sql`g.claimed_date`, asked.ClaimedFrom, asked.ClaimedTo),
    happened(sql`g.collected_date`, asked.CollectedFrom, asked.CollectedTo),
    happened(sql`g.cancelled_date`, asked.CancelledFrom, asked.CancelledTo),
    within('g.validity_to', asked.ExpiringFrom, asked.ExpiringTo),
  ],
  select: sql`g.reference_code, r.code as reward_code, r.name as reward_name, g.type, g.membership_no, g.customer_id, c.full_name as customer_name,
    m.member_type, m.card_category_code, c.registered_outlet_code, g.status, g.points, g.validity_from, g.validity_to, ${did},
    '••••' || right(g.voucher_no, 4) as voucher_no, g.invoice_no, g.remarks`,
  sort: {
    Type: 'g.type',
    Status: 'g.status',
    Points: 'g.points',
    MembershipNo: 'g.membership_no',
    CustomerId: 'g.customer_id',
    MemberType: 'm.member_type',
    CardCategoryCode: 'm.card_category_code',
    RedeemedDate: sql`g.redeemed_date`,
    ValidityFrom: 'g.validity_from',
    ValidityTo: 'g.validity_to',
    Remarks: 'g.remarks',
    // What is masked gives no order away.
    VoucherNo: sql`g.voucher_no is null`,
  },
  tie: sql`g.reference_code`,
  totals: sql`count(*)::int as rewards, count(*) filter (where g.status = 'Active')::int as active, count(*) filter (where g.status in ('Claimed', 'Collected'))::int as handed_over,
    count(*) filter (where g.status = 'Cancelled')::int as cancelled, count(*) filter (where g.status = 'Expired')::int as expired, coalesce(sum(${pointsSpent}), 0)::bigint as points`,
})

export const customerRewardStatusRoute = answer(customerRewardStatus, rewards)

export const customerRewardTotalsRoute = answerTotals(customerRewardTotals, rewards, {
  Status: { key: sql`g.status` },
  Reward: { key: sql`r.code`, value: sql`r.name` },
  Type: { key: sql`g.type` },
})
