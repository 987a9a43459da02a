import { sql } from 'kysely'
import { getLevelStatus } from '#areas/levels/server/index.ts'
import { memberCard } from '#areas/people/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { OwnCard } from '../../contract.ts'
import { createQrCode } from '../qr-code.ts'
import { loadCustomerSession } from '../sessions/customer-sessions.ts'
import { describeCardWallets } from '../wallet/wallets-of.ts'
import { requireOwnMembershipNo } from './own-membership.ts'

/** Returns the card of the signed-in member with the figures that staff see at the counter, but without staff notes. */
export async function getOwnCard(ctx: Ctx): Promise<OwnCard> {
  const MembershipNo = await requireOwnMembershipNo(ctx)
  const [card, level, Entry, companySettings, session] = await Promise.all([
    memberCard(ctx, { MembershipNo }),
    getLevelStatus(ctx, { MembershipNo }),
    premiumEntry(ctx, MembershipNo),
    readSettings(ctx),
    loadCustomerSession(ctx, ctx.actor.sessionId!),
  ])
  const cardData = {
    CustomerId: ctx.actor.customerId!,
    // Names are stored in capitals and displayed in mixed case.
    FullName: formatPersonName(card.FullName),
    PreferredName: card.PreferredName,
    MembershipNo: card.MembershipNo,
    QrPayload: card.MembershipNo,
    Qr: createQrCode(card.MembershipNo),
    MemberType: card.MemberType,
    Status: card.Status,
    CardGroupName: card.CardGroupName,
    CardCategoryCode: card.CardCategoryCode,
    CardCategoryName: card.CardCategoryName,
    Color: card.Color,
    JoinDate: card.JoinDate,
    CycleEnd: card.CycleEnd,
    Spend: level.Spend,
    MissingToStay: level.MissingToStay,
    NextCategoryName: await categoryName(ctx, level.NextCategory),
    NextAmount: level.NextAmount,
    MissingToNext: level.MissingToNext,
    Entry,
    PointBalance: card.PointBalance,
    Available: card.Available,
    Pending: card.Pending,
    ExpiringNext: card.ExpiringNext,
    Currency: companySettings.currency,
    Company: companySettings['company.name'],
    AsOf: ctx.now.toISOString(),
    KeepUntil: session.ExpiresAt,
  }
  return { ...cardData, Wallets: describeCardWallets(ctx, cardData) }
}

/** Returns the amount of the smallest single purchase that makes the member premium, and the resulting category. */
async function premiumEntry(ctx: Ctx, MembershipNo: string): Promise<OwnCard['Entry']> {
  const { rows } = await sql<NonNullable<OwnCard['Entry']>>`
    select tier.name as category_name, tier.first_sales_amount as amount
    from membership, levels_of(membership.card_group_id, ${ctx.today}::date) tier
    where membership.membership_no = ${MembershipNo} and membership.member_type = 'Non-Premium Member' and tier.first_sales_amount > 0
    order by tier.first_sales_amount limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

async function categoryName(ctx: Ctx, code: string | null): Promise<string | null> {
  if (code === null) return null
  const { rows } = await sql<{ Name: string }>`
    select name from card_category where code = ${code} and status <> 'Deleted'`.execute(ctx.db)
  return rows[0]?.Name ?? code
}

/** Returns the member's available points, and the dates on which parts of them expire. */
export async function getOwnPoints(ctx: Ctx) {
  const MembershipNo = await requireOwnMembershipNo(ctx)
  const [{ PointBalance, Available, Pending, Arrears }, Entry, expiring] = await Promise.all([
    memberCard(ctx, { MembershipNo }),
    premiumEntry(ctx, MembershipNo),
    sql<{ Date: string | null; Points: number }>`
      select h.expiry_date as date, sum(lot.remaining)::bigint as points
      from spendable_lots(${MembershipNo}, ${ctx.today}::date) lot join point_history h using (history_id)
      group by h.expiry_date order by h.expiry_date nulls last`.execute(ctx.db),
  ])
  return { PointBalance, Available, Pending, Arrears, Entry, Expiring: expiring.rows }
}
