import { sql } from 'kysely'
import { getLevelStatus } from '#areas/levels/server/index.ts'
import { memberCard } from '#areas/people/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import { personName } from '#kit/contract/person.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { OwnCard } from '../../contract.ts'
import { qrCode } from '../qr-code.ts'
import { visitOf } from '../visits/visits.ts'
import { walletsOf } from '../wallet/wallets-of.ts'
import { ownMembership } from './own-membership.ts'

/** What stands on the card: the figures that the counter sees of the member, without what staff note. */
export async function getOwnCard(ctx: Ctx): Promise<OwnCard> {
  const MembershipNo = await ownMembership(ctx)
  const [card, level, own, visit] = await Promise.all([
    memberCard(ctx, { MembershipNo }),
    getLevelStatus(ctx, { MembershipNo }),
    settings(ctx),
    visitOf(ctx, ctx.actor.sessionId!),
  ])
  const shown = {
    CustomerId: ctx.actor.customerId!,
    // As words, and not in the capitals of a form.
    FullName: personName(card.FullName),
    PreferredName: card.PreferredName,
    MembershipNo: card.MembershipNo,
    QrPayload: card.MembershipNo,
    Qr: qrCode(card.MembershipNo),
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
    NextCategoryName: await nameOf(ctx, level.NextCategory),
    NextAmount: level.NextAmount,
    MissingToNext: level.MissingToNext,
    PointBalance: card.PointBalance,
    Available: card.Available,
    Pending: card.Pending,
    ExpiringNext: card.ExpiringNext,
    Currency: own.currency,
    Company: own['company.name'],
    AsOf: ctx.now.toISOString(),
    KeepUntil: visit.ExpiresAt,
  }
  return { ...shown, Wallets: walletsOf(ctx, shown) }
}

async function nameOf(ctx: Ctx, code: string | null): Promise<string | null> {
  if (code === null) return null
  const { rows } = await sql<{ Name: string }>`
    select name from card_category where code = ${code} and status <> 'Deleted'`.execute(ctx.db)
  return rows[0]?.Name ?? code
}

/** What may be spent, and every day on which some of it expires. */
export async function getOwnPoints(ctx: Ctx) {
  const MembershipNo = await ownMembership(ctx)
  const [{ PointBalance, Available, Pending, Arrears }, expiring] = await Promise.all([
    memberCard(ctx, { MembershipNo }),
    sql<{ Date: string | null; Points: number }>`
      select h.expiry_date as date, sum(lot.remaining)::bigint as points
      from spendable_lots(${MembershipNo}, ${ctx.today}::date) lot join point_history h using (history_id)
      group by h.expiry_date order by h.expiry_date nulls last`.execute(ctx.db),
  ])
  return { PointBalance, Available, Pending, Arrears, Expiring: expiring.rows }
}
