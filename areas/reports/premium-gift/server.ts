import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { type ReportQuery, type ReportSql, serveReport } from '../server/report.ts'
import { rewardPointsSpentSql } from '../server/rewards.ts'
import { isWithinDaysSql } from '../server/sales.ts'
import { serveTotals } from '../server/totals.ts'
import { premiumGiftReport, premiumGiftTotalsReport } from './contract.ts'

const nameOf = (action: 'redeemed' | 'collected') =>
  sql`(select s.full_name from user_account u join staff s using (staff_id) where u.user_id = ${sql.ref(`g.${action}_by_id`)})`

const gifts = (ctx: Ctx, query: ReportQuery<typeof premiumGiftReport.call>): ReportSql => {
  const waiting = sql`(case when g.status = 'Active' then ${ctx.today}::date when g.status = 'Collected' then business_date_of(g.collected_date) end
    - business_date_of(g.redeemed_date))`
  return {
    from: sql`customer_reward g join reward r using (reward_id) join customer c using (customer_id) join membership m on m.membership_no = g.membership_no`,
    where: [
      sql`is_redeemed_kind(g.type) and g.status <> 'Deleted'`,
      isWithinDaysSql(sql`g.redeemed_date`, query),
      (query.CollectedFrom || query.CollectedTo) &&
        sql`business_date_of(g.collected_date) between coalesce(${query.CollectedFrom ?? null}::date, '-infinity') and coalesce(${query.CollectedTo ?? null}::date, 'infinity')`,
      equals('r.code', query.RewardCode),
      equals('g.redeemed_outlet_code', query.outlet),
      equals('g.collected_outlet_code', query.CollectOutletCode),
      equals('g.status', query.Status),
    ],
    select: sql`g.reference_code, r.code as reward_code, r.name as reward_name, g.membership_no, g.customer_id, c.full_name as customer_name,
      m.member_type, m.card_category_code, c.registered_outlet_code, g.points, g.is_birthday_point_deduct as birthday_price_yn, g.redeemed_date,
      g.redeemed_outlet_code, ${nameOf('redeemed')} as redeemed_by, g.collected_outlet_code, g.collected_date, ${nameOf('collected')} as collected_by,
      ${waiting} as days_waiting, g.invoice_no, g.status`,
    sort: {
      Points: 'g.points',
      Status: 'g.status',
      MembershipNo: 'g.membership_no',
      CustomerId: 'g.customer_id',
      CustomerName: 'c.full_name',
      MemberType: 'm.member_type',
      CardCategoryCode: 'm.card_category_code',
      RedeemedDate: 'g.redeemed_date',
      DaysWaiting: (way) => sql`${waiting} ${way} nulls last`,
      InvoiceNo: 'g.invoice_no',
    },
    tie: sql`g.reference_code`,
    totals: sql`count(*)::int as redeemed, count(*) filter (where g.status = 'Collected')::int as collected, count(*) filter (where g.status = 'Active')::int as waiting,
      count(*) filter (where g.status = 'Cancelled')::int as cancelled, coalesce(sum(${rewardPointsSpentSql}), 0)::bigint as points`,
  }
}

export const premiumGiftRoute = serveReport(premiumGiftReport, gifts)

/** SQL of the gift stock that is available at the outlet of the filter, or at all outlets. */
const availableStock = (
  by: string,
  outlet: string | null,
) => sql`(select coalesce(sum(i.qty_on_hand - i.qty_reserved), 0)::int
  from reward_inventory i join reward using (reward_id) left join building using (building_id)
  where i.status = 'Active' and is_redeemed_kind(reward.type) and ${by === 'Reward' ? sql`reward.code = r.key` : sql`building.code = r.key`}
    and (${outlet}::text is null or building.code = ${outlet}))`

export const premiumGiftTotalsRoute = serveTotals(
  premiumGiftTotalsReport,
  gifts,
  { Reward: { key: sql`r.code`, value: sql`r.name` }, Outlet: { key: sql`g.redeemed_outlet_code` } },
  (by, outlet) => ({ StockLeft: availableStock(by, outlet) }),
)
