import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, isBetweenBounds, type RowFilter } from '#kit/server/filters.ts'
import { type ReportQuery, type ReportSql, serveReport } from '../server/report.ts'
import { rewardPointsSpentSql } from '../server/rewards.ts'
import { isWithinDaysSql } from '../server/sales.ts'
import { serveTotals } from '../server/totals.ts'
import { customerRewardStatusReport, customerRewardTotalsReport } from './contract.ts'

const actions = ['redeemed', 'claimed', 'collected', 'cancelled'] as const
const nameOf = (action: (typeof actions)[number]) =>
  sql`(select s.full_name from user_account u join staff s using (staff_id) where u.user_id = ${sql.ref(`g.${action}_by_id`)})`
const actionColumns = sql.join(
  actions.map(
    (action) =>
      sql`${nameOf(action)} as ${sql.ref(`${action}_by`)}, ${sql.ref(`g.${action}_outlet_code`)}, ${sql.ref(`g.${action}_date`)}`,
  ),
)

/** SQL condition that a moment is on a business day between two days. */
const isOnDays = (at: RawBuilder<unknown>, from: string | undefined, until: string | undefined): RowFilter =>
  (from || until) &&
  sql`business_date_of(${at}) between coalesce(${from ?? null}::date, '-infinity') and coalesce(${until ?? null}::date, 'infinity')`

const rewards = (_ctx: Ctx, query: ReportQuery<typeof customerRewardStatusReport.call>): ReportSql => ({
  from: sql`customer_reward g join reward r using (reward_id) join customer c using (customer_id) join membership m on m.membership_no = g.membership_no`,
  where: [
    query.Status ? equals('g.status', query.Status) : sql`g.status <> 'Deleted'`,
    query.MembershipNo ? equals('g.membership_no', query.MembershipNo) : isWithinDaysSql(sql`g.created_at`, query),
    equals('c.registered_outlet_code', query.outlet),
    equals('r.code', query.RewardCode),
    equals('g.type', query.Type),
    isOnDays(sql`g.claimed_date`, query.ClaimedFrom, query.ClaimedTo),
    isOnDays(sql`g.collected_date`, query.CollectedFrom, query.CollectedTo),
    isOnDays(sql`g.cancelled_date`, query.CancelledFrom, query.CancelledTo),
    isBetweenBounds('g.validity_to', query.ExpiringFrom, query.ExpiringTo),
  ],
  select: sql`g.reference_code, r.code as reward_code, r.name as reward_name, g.type, g.membership_no, g.customer_id, c.full_name as customer_name,
    m.member_type, m.card_category_code, c.registered_outlet_code, g.status, g.points, g.validity_from, g.validity_to, ${actionColumns},
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
    // Rewards are sorted by having a voucher, because the order of voucher numbers would reveal masked numbers.
    VoucherNo: sql`g.voucher_no is null`,
  },
  tie: sql`g.reference_code`,
  totals: sql`count(*)::int as rewards, count(*) filter (where g.status = 'Active')::int as active, count(*) filter (where g.status in ('Claimed', 'Collected'))::int as handed_over,
    count(*) filter (where g.status = 'Cancelled')::int as cancelled, count(*) filter (where g.status = 'Expired')::int as expired, coalesce(sum(${rewardPointsSpentSql}), 0)::bigint as points`,
})

export const customerRewardStatusRoute = serveReport(customerRewardStatusReport, rewards)

export const customerRewardTotalsRoute = serveTotals(customerRewardTotalsReport, rewards, {
  Status: { key: sql`g.status` },
  Reward: { key: sql`r.code`, value: sql`r.name` },
  Type: { key: sql`g.type` },
})
