import { sql } from 'kysely'
import { askedOutlet, literal } from '#areas/customers/server/index.ts'
import { plainMembershipNo } from '#areas/memberships/contract/membership-no.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf } from '#kit/server/page.ts'
import { levelRefusals as refusals } from '../../contract/level-histories.ts'
import type { DowngradeCandidate, listDowngrades as endpoint } from '../../contract/standing.ts'

const sortColumns = { CycleEnd: 'cycle_end', Shortfall: 'shortfall', Spend: 'spend', MembershipNo: 'membership_no' }

/** Members whose cycle ends in a month with less spent than staying asks for; who stays whatever was spent is not among them. */
export async function listDowngrades(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof endpoint>,
) {
  const outlet = askedOutlet(ctx, Search.OutletCode, refusals.otherOutlet)
  const month = `${Search.Month ?? ctx.today.slice(0, 7)}-01`
  const given = [
    sql`holder.member_type = 'Premium Member' and holder.status = 'Active'`,
    sql`holder.cycle_end >= ${month}::date and holder.cycle_end < ${month}::date + interval '1 month'`,
    outlet !== null && sql`customer.registered_outlet_code = ${outlet}`,
    Search.MembershipNo && sql`holder.membership_no like ${`${literal(plainMembershipNo(Search.MembershipNo))}%`}`,
    Search.CardCategoryCode && sql`holder.card_category_code = ${Search.CardCategoryCode.toUpperCase()}`,
  ]
  // Who stays on any condition needs no sum of what was bought.
  const rows = sql`(
    select holder.membership_no, holder.customer_id, customer.full_name as name, customer.registered_outlet_code, holder.card_category_code,
      holder.cycle_end, stand.grace_until, stand.spend, stand.maintain_amount, stand.maintain_amount - stand.spend as shortfall,
      (select max(sale.business_date) from transaction_summary sale where sale.membership_no = holder.membership_no and sale.transaction_type = 'N') as last_purchase,
      stand.falls_to as to_category, case when holder.cycle_end < ${ctx.today}::date then 'Y' else 'N' end as ended_yn,
      case when exists (select from membership_level_history waiting where waiting.membership_no = holder.membership_no and waiting.status = 'Pending')
        then 'Y' else 'N' end as pending_yn
    from membership holder
    join customer on customer.customer_id = holder.customer_id
    join levels_of(holder.card_group_id, ${ctx.today}::date) tier on tier.code = holder.card_category_code and tier.maintain_amount > 0
    cross join lateral cycle_standing(holder, ${ctx.today}::date) stand
    where ${allOf(given)} and stand.spend < stand.maintain_amount) candidate`
  const order = sql.raw(`${sortColumns[SortOption]} ${SortDirection}, membership_no ${SortDirection}`)

  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from ${rows}`.execute(ctx.db),
    sql<DowngradeCandidate>`select * from ${rows} order by ${order} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
