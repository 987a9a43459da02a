import { sql } from 'kysely'
import { normaliseMembershipNo } from '#areas/customers/contract/membership-no.ts'
import { resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals, startsWith } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import { levelChangeRefusals as refusals } from '../../contract/level-histories.ts'
import type { DowngradeCandidate, listDowngrades as endpoint } from '../../contract/status.ts'

/** Lists members whose cycle ends in a month below the required spend, except those whose level never downgrades. */
export function listDowngrades(ctx: Ctx, { Search }: Input<typeof endpoint>) {
  const month = `${Search.Month ?? ctx.today.slice(0, 7)}-01`
  return sqlList({
    // Levels without a required spend are skipped, because they need no sum of sales.
    from: sql`membership holder
      join customer on customer.customer_id = holder.customer_id
      join levels_of(holder.card_group_id, ${ctx.today}::date) tier on tier.code = holder.card_category_code and tier.maintain_amount > 0
      cross join lateral cycle_status(holder, ${ctx.today}::date) cycle`,
    where: [
      sql`holder.member_type = 'Premium Member' and holder.status = 'Active'`,
      sql`holder.cycle_end >= ${month}::date and holder.cycle_end < ${month}::date + interval '1 month'`,
      equals('customer.registered_outlet_code', resolveOutletFilter(ctx, Search.OutletCode, refusals.otherOutlet)),
      startsWith('holder.membership_no', Search.MembershipNo && normaliseMembershipNo(Search.MembershipNo)),
      equals('holder.card_category_code', Search.CardCategoryCode?.toUpperCase()),
      sql`cycle.spend < cycle.maintain_amount`,
    ],
    select: sql<DowngradeCandidate>`holder.membership_no, holder.customer_id, customer.full_name as name, customer.registered_outlet_code,
      holder.card_category_code, holder.cycle_end, cycle.grace_until, cycle.spend, cycle.maintain_amount,
      cycle.maintain_amount - cycle.spend as shortfall,
      (select max(sale.business_date) from transaction_summary sale where sale.membership_no = holder.membership_no and sale.transaction_type = 'N') as last_purchase,
      cycle.falls_to as to_category, case when holder.cycle_end < ${ctx.today}::date then 'Y' else 'N' end as ended_yn,
      case when exists (select from membership_level_history waiting where waiting.membership_no = holder.membership_no and waiting.status = 'Pending')
        then 'Y' else 'N' end as pending_yn`,
    tie: 'holder.membership_no',
  })
}
