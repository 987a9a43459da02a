import { sql } from 'kysely'
import { includedBonusSql, isIncludedBonusSql } from '#areas/points/server/index.ts'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract.ts'
import type { OwnReward } from '../../contract.ts'
import { createQrCode } from '../qr-code.ts'
import { requireOwnMembershipNo } from './own-membership.ts'

// Lists about the signed-in member; only the session determines the member.

/** Lists movements of points with one entry per event; the entry of a purchase includes the bonuses of campaigns. */
export async function listOwnMovements(ctx: Ctx) {
  const MembershipNo = await requireOwnMembershipNo(ctx)
  return sqlList({
    from: sql`point_history h`,
    where: [sql`h.membership_no = ${MembershipNo}`, sql`h.points <> 0`, sql`not ${isIncludedBonusSql}`],
    select: sql<Reply<typeof contract.listOwnMovements>['rows'][number]>`
      h.transaction_type, h.points + ${includedBonusSql} as points, ${includedBonusSql} as bonus, h.business_date, h.expiry_date, h.invoice_no`,
    sort: { BusinessDate: 'h.business_date' },
    tie: 'h.history_id',
  })
}

export async function listOwnRewards(ctx: Ctx, { Search }: Input<typeof contract.listOwnRewards>) {
  const MembershipNo = await requireOwnMembershipNo(ctx)
  const isOpen = sql`cr.status = 'Active'`
  return sqlList({
    from: sql`customer_reward cr join reward using (reward_id) left join building on building.code = cr.outlet_code`,
    where: [
      sql`cr.membership_no = ${MembershipNo}`,
      sql`cr.status <> 'Deleted'`,
      Search.OpenYN && (Search.OpenYN === 'Y' ? isOpen : sql`not ${isOpen}`),
    ],
    select: sql<Omit<OwnReward, 'Qr'>>`
      cr.reference_code, reward.name, reward.description, reward.terms, cr.type, cr.status, cr.points, cr.voucher_value,
      cr.validity_from, cr.validity_to, case when is_redeemed_kind(cr.type) then building.name end as outlet_name`,
    sort: { ValidityTo: 'cr.validity_to', CreatedAt: 'cr.created_at' },
    tie: 'cr.reference_code',
    map: (customerReward): OwnReward => ({
      ...customerReward,
      Qr: customerReward.Status === 'Active' ? createQrCode(customerReward.ReferenceCode) : null,
    }),
  })
}

export async function listOwnCatalogue(ctx: Ctx) {
  const MembershipNo = await requireOwnMembershipNo(ctx)
  return sqlList({
    from: sql`reward join membership member on member.membership_no = ${MembershipNo}`,
    where: [
      sql`is_redeemed_kind(reward.type)`,
      sql`reward.status = 'Active'`,
      sql`coalesce(reward.valid_from <= ${ctx.today}, true)`,
      sql`coalesce(reward.valid_to >= ${ctx.today}, true)`,
      sql`coalesce(reward.member_type = member.member_type, true)`,
      sql`(cardinality(reward.card_categories) = 0 or member.card_category_code = any (reward.card_categories))`,
    ],
    select: sql<Reply<typeof contract.listOwnCatalogue>['rows'][number]>`
      reward.code, reward.name, reward.description, reward.terms, reward.point_deduct as points, reward.cash_top_up, reward.valid_to,
      case when reward.point_deduct <= points_available(${MembershipNo}, ${ctx.today}) then 'Y' else 'N' end as enough_yn`,
    sort: { Points: 'reward.point_deduct', Name: 'reward.name' },
    tie: 'reward.reward_id',
  })
}

export async function listOwnPurchases(ctx: Ctx) {
  const MembershipNo = await requireOwnMembershipNo(ctx)
  return sqlList({
    from: sql`transaction_summary sale join building on building.code = sale.outlet_code`,
    where: [sql`sale.membership_no = ${MembershipNo}`, sql`coalesce(sale.approval_status in ('Approved'), true)`],
    select: sql<Reply<typeof contract.listOwnPurchases>['rows'][number]>`
      sale.invoice_no, sale.transaction_type, sale.business_date, building.name as outlet_name, sale.net_amount,
      case when sale.transaction_type = 'C' then -sale.reversed_points else sale.earned_points end as points`,
    sort: { PerformedAt: 'sale.performed_at' },
    tie: 'sale.transaction_id',
  })
}
