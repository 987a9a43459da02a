import { getLiability, listLiabilityMonths } from '#areas/expiry/contract/liability.ts'
import { campaignTargetsReport } from '#areas/reports/campaign-targets/contract.ts'
import { customerRewardStatusReport } from '#areas/reports/customer-reward-status/contract.ts'
import { customerTransactionReport } from '#areas/reports/customer-transaction/contract.ts'
import { feedbackAnalysisReport } from '#areas/reports/feedback-analysis/contract.ts'
import { memberCategoryReport } from '#areas/reports/member-category/contract.ts'
import { memberSalesReport } from '#areas/reports/member-sales/contract.ts'
import { messageDeliveryReport } from '#areas/reports/message-delivery/contract.ts'
import { nonMemberTransactionReport } from '#areas/reports/non-member-transaction/contract.ts'
import { pointExpiredReport } from '#areas/reports/point-expired/contract.ts'
import { premiumGiftReport } from '#areas/reports/premium-gift/contract.ts'
import { productSalesReport } from '#areas/reports/product-sales/contract.ts'
import { taskPerformanceReport } from '#areas/reports/task-performance/contract.ts'
import { listVouchers } from '#areas/vouchers/contract.ts'
import { run } from './factories/reports.ts'
import { hq, type TestApp } from './test-app.ts'

// Compares the figures of reports with sums of the reporting views. The SQL uses only the views, like an analyst.

type Period = { from: string; until: string; today: string }
type Comparison = { report: string; figures: unknown; views: unknown }

const money = (sum: string) => `coalesce(${sum}, 0)::numeric(16,2)::text`
const points = (sum: string) => `coalesce(${sum}, 0)::bigint`

/** Returns the figures of each report, and the same figures computed from the views. */
export async function compareReportsWithViews(app: TestApp, { from, until, today }: Period): Promise<Comparison[]> {
  const span = `between '${from}' and '${until}'`
  const dates = { DateFrom: from, DateTo: until }
  const comparisons: Comparison[] = []
  /** Compares the named figures of a reply with the row of a query with the same column names. */
  const compare = async (report: string, reply: object, figures: Record<string, string>, source: string) => {
    const picked = Object.fromEntries(
      Object.keys(figures).map((name) => [name, (reply as Record<string, unknown>)[name]]),
    )
    const columns = Object.entries(figures).map(([name, sum]) => `${sum} as "${name}"`)
    const [views] = await app.sql(`select ${columns.join()} from ${source}`)
    comparisons.push({ report, figures: picked, views })
  }
  const sales = `reporting_v1.sale s join reporting_v1.sale_amounts a using (sale_id)`

  const transactions = await run(app, customerTransactionReport, {
    TransactionDateFrom: from,
    TransactionDateTo: until,
  })
  await compare(
    'customer transactions',
    transactions.Totals,
    {
      Sales: `count(*) filter (where sale_type = 'Sale')::int`,
      Cancellations: `count(*) filter (where sale_type = 'Return')::int`,
      Net: money('sum(net_amount)'),
      Gross: money('sum(gross_amount)'),
      Discount: money('sum(discount_amount)'),
      Returns: money('sum(returned_amount)'),
      PointsEarned: points('sum(points_earned)'),
      PointsReversed: points('sum(points_reversed)'),
    },
    `${sales} where is_counted and membership_no is not null and s.business_date ${span}`,
  )

  const outlets = await run(app, memberSalesReport, { ...dates, MemberSalesBy: 'Outlet' })
  comparisons.push({
    report: 'member sales by outlet',
    figures: outlets.rows
      .filter(({ Net }) => Number(Net) !== 0)
      .map(({ Value, Net, PointsEarned }) => ({ Value, Net, PointsEarned })),
    views: await app.sql(
      `select outlet_code as "Value", ${money('sum(net_amount)')} as "Net", ${points('sum(points_earned)')} as "PointsEarned"
       from ${sales} where is_counted and membership_no is not null and s.business_date ${span} group by 1 having sum(net_amount) <> 0 order by 1`,
    ),
  })

  const brands = await run(app, productSalesReport, { ...dates, PointsGivenYN: 'Y' })
  await compare(
    'product sales',
    brands.Totals,
    {
      Quantity: 'trim_scale(coalesce(sum(quantity), 0))::text',
      Gross: money('sum(gross_amount)'),
      Discount: money('sum(discount_amount)'),
      Returns: money('sum(returned_amount)'),
      Net: money('sum(net_amount)'),
      PointsGiven: points('sum(points_earned - points_reversed) filter (where not is_return)'),
    },
    `reporting_v1.sale_line l join reporting_v1.sale_line_amounts a using (sale_id, line_no) where is_counted and l.business_date ${span}`,
  )

  const strangers = await run(app, nonMemberTransactionReport, dates)
  await compare(
    'sales to unknown customers',
    strangers.Totals,
    { Sales: `count(*) filter (where sale_type = 'Sale')::int`, Net: money('sum(net_amount)') },
    `${sales} where is_counted and membership_no is null and s.business_date ${span}`,
  )

  const gifts = await run(app, premiumGiftReport, dates)
  await compare(
    'premium gifts',
    gifts.Totals,
    {
      Redeemed: 'count(*)::int',
      Collected: `count(*) filter (where status = 'Collected')::int`,
      Cancelled: `count(*) filter (where status = 'Cancelled')::int`,
      Points: points('sum(points_spent)'),
    },
    `reporting_v1.customer_reward where reward_type = 'Premium Gift' and status <> 'Deleted' and redeemed_on ${span}`,
  )

  const rewards = await run(app, customerRewardStatusReport, { CreatedFrom: from, CreatedTo: until })
  await compare(
    'customer rewards',
    rewards.Totals,
    {
      Rewards: 'count(*)::int',
      Active: `count(*) filter (where status = 'Active')::int`,
      HandedOver: `count(*) filter (where status in ('Claimed', 'Collected'))::int`,
      Expired: `count(*) filter (where status = 'Expired')::int`,
      Points: points('sum(points_spent)'),
    },
    `reporting_v1.customer_reward where status <> 'Deleted' and redeemed_on ${span}`,
  )

  const expired = await run(app, pointExpiredReport, dates)
  await compare(
    'expired points',
    expired.Totals,
    {
      Members: `count(distinct membership_no) filter (where entry_type = 'Expire')::int`,
      PointExpired: points(`sum(-points) filter (where entry_type = 'Expire')`),
      PointsEarned: points(`sum(points) filter (where entry_type in ('Earn', 'Bonus'))`),
    },
    `reporting_v1.ledger_entry where status <> 'Deleted' and business_date ${span}`,
  )

  const { body: liability } = await app.call(getLiability, {}, hq)
  await compare(
    'points liability',
    liability,
    {
      Lots: 'count(*)::int',
      Outstanding: points('sum(remaining_points)'),
      Members: 'count(distinct membership_no)::int',
    },
    `reporting_v1.lot where remaining_points > 0 and (expiry_date is null or expiry_date >= '${today}')`,
  )
  await compare(
    'movements of points in this month',
    liability,
    {
      Earned: points(`sum(points) filter (where entry_type in ('Earn', 'Bonus', 'Referral', 'Opening Balance'))`),
      Redeemed: points(`sum(-points) filter (where entry_type in ('Redeem', 'Redeem Refund'))`),
      Reversed: points(`sum(-points) filter (where entry_type = 'Reversal')`),
    },
    `reporting_v1.ledger_entry where business_date between '${today.slice(0, 7)}-01' and '${today}'`,
  )
  await compare('arrears', liability, { Arrears: points('sum(arrears_points)') }, 'reporting_v1.balance')
  const months = (await app.call(listLiabilityMonths, { Rows: 1 } as never, hq)).body
  await compare('closed months', { Months: months.count }, { Months: 'count(*)::int' }, 'reporting_v1.liability_month')

  const categories = await run(app, memberCategoryReport, { DateFrom: from, DateTo: today })
  comparisons.push({
    report: 'members by level',
    figures: categories.rows
      .filter(({ MembersEnd }) => MembersEnd > 0)
      .map(({ Category, MembersEnd }) => ({ Category, MembersEnd }))
      .sort((one, other) => (one.Category < other.Category ? -1 : 1)),
    views: await app.sql(
      `select coalesce(card_category_code, 'Non-Premium Member') as "Category", count(*)::int as "MembersEnd" from reporting_v1.membership
       where status not in ('Merged', 'Archived', 'Deleted') and join_date <= '${today}' group by card_category_code order by coalesce(card_category_code, 'Non-Premium Member') collate "C"`,
    ),
  })

  const messages = await run(app, messageDeliveryReport, dates)
  await compare(
    'messages',
    messages.Totals,
    {
      Messages: 'count(*)::int',
      Sent: `count(*) filter (where result = 'Sent')::int`,
      Bounced: `count(*) filter (where result = 'Bounced')::int`,
      Customers: 'count(distinct customer_id)::int',
    },
    `reporting_v1.message where created_on ${span}`,
  )

  const targets = await run(app, campaignTargetsReport, {})
  await compare(
    'campaign targets',
    targets.Totals,
    {
      Targeted: `count(*) filter (where t.status = 'Active')::int`,
      Contacted: 'count(contacted_on)::int',
      Converted: 'count(converted_sale_id) filter (where contacted_on is not null)::int',
    },
    `reporting_v1.campaign_target t join reporting_v1.campaign c using (campaign_code) where c.status <> 'Deleted' and t.status <> 'Deleted'`,
  )

  const feedback = await run(app, feedbackAnalysisReport, dates)
  await compare(
    'feedback',
    feedback.Totals,
    { Responses: 'count(*)::int', LowScores: 'count(*) filter (where is_low_score)::int' },
    `reporting_v1.feedback_response where status = 'Active' and submitted_on ${span}`,
  )
  await compare(
    'average score of feedback',
    feedback.Totals,
    { AverageScore: 'round(avg(score), 2)::text' },
    `reporting_v1.feedback_score join reporting_v1.feedback_response r using (response_id)
     where r.status = 'Active' and question_type = 'Rating 1-5' and r.submitted_on ${span}`,
  )

  const tasks = await run(app, taskPerformanceReport, dates)
  await compare(
    'tasks',
    tasks.Totals,
    {
      TasksDue: `count(*) filter (where owner_staff_id is not null and due_on ${span})::int`,
      TasksCompleted: `count(*) filter (where status = 'Completed' and completed_by_staff_id is not null and completed_on ${span})::int`,
    },
    `reporting_v1.task where status <> 'Deleted'`,
  )
  await compare(
    'credited sales',
    tasks.Totals,
    { CreditedSales: 'count(*)::int', CreditedNet: money('sum(credited_amount)') },
    `reporting_v1.credited_sale join reporting_v1.credited_sale_amounts using (sale_id) where staff_id is not null and credited_sale.business_date ${span}`,
  )

  const vouchers = (await app.call(listVouchers, { Rows: 1 } as never, hq)).body
  await compare(
    'vouchers',
    { Vouchers: vouchers.count },
    { Vouchers: 'count(*)::int' },
    `reporting_v1.voucher where status <> 'Deleted'`,
  )
  return comparisons
}
