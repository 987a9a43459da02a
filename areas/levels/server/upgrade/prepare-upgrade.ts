import { sql } from 'kysely'
import type { UpgradeData } from '#areas/customers/contract/upgrade-data.ts'
import { lockCustomer, prepareUpgradeOf } from '#areas/customers/server/index.ts'
import { type prepareUpgrade as endpoint, upgradeRefusals as refusals } from '#areas/memberships/contract/upgrade.ts'
import { holderOf, type LockedMembership, lockMembership, readPreparation } from '#areas/memberships/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type QualifyingSale, qualifyingSales, saleOf } from './qualifying-sales.ts'

/** Says what an upgrade would do and keeps it with the customer until somebody confirms or cancels it. */
export async function prepareUpgrade(ctx: Ctx, input: Input<typeof endpoint>) {
  const customer = await lockCustomer(ctx, await holderOf(ctx, input.MembershipNo))
  const membership = await lockMembership(ctx, input.MembershipNo)
  await refuseUpgradeOf(ctx, membership, customer.Status)
  const basis = input.InvoiceNo
    ? await basisOfInvoice(ctx, membership.MembershipNo, input.InvoiceNo)
    : await basisOfOverride(ctx, membership, input.CardCategoryCode!.toUpperCase())

  const data: UpgradeData = {
    MembershipNo: membership.MembershipNo,
    OverrideReason: input.OverrideReason ?? null,
    ...basis,
    PreparedById: ctx.actor.userId,
    PreparedByName: ctx.actor.name,
    PreparedAt: ctx.now.toISOString(),
  }
  await prepareUpgradeOf(ctx, customer.CustomerId, data)
  // Anyone who looks at an earlier preparation must not confirm this one unseen.
  await ctx.db
    .updateTable('Membership')
    .set({ Version: membership.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('MembershipNo', '=', membership.MembershipNo)
    .execute()

  const reason = data.InvoiceNo ? `Invoice ${data.InvoiceNo}` : `Override: ${data.OverrideReason}`
  ctx.audit(
    'Prepare Upgrade',
    'Membership',
    membership.MembershipNo,
    `Prepare Upgrade in Membership. MembershipNo - ${membership.MembershipNo}. To ${data.CardCategoryCode}. ${reason}`,
  )
  return (await readPreparation(ctx, membership.MembershipNo))!
}

/** What forbids an upgrade whatever its ground is; asked again when it is confirmed. */
export async function refuseUpgradeOf(ctx: Ctx, membership: LockedMembership, customerStatus: string) {
  if (membership.MemberType === 'Premium Member') throw refusals.alreadyPremium()
  if (membership.Status !== 'Active') throw refusals.notActive({ Status: membership.Status })
  if (customerStatus !== 'Active') throw refusals.customerNotActive()
  const waiting = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .select('LevelHistoryId')
    .where('MembershipNo', '=', membership.MembershipNo)
    .where('Status', '=', 'Pending')
    .executeTakeFirst()
  if (waiting) throw refusals.levelChangePending()
}

/** The level that the invoice leads to, or why it leads to none. */
export async function basisOfInvoice(ctx: Ctx, MembershipNo: string, InvoiceNo: string) {
  const sale = await saleOf(ctx, InvoiceNo)
  if (!sale) throw refusals.invoiceNotFound({ InvoiceNo })
  if (sale.TransactionType !== 'N') throw refusals.invoiceNotNormal({ InvoiceNo })
  if (sale.MembershipNo !== MembershipNo) throw refusals.invoiceOfOther({ InvoiceNo })
  const { rows } =
    await sql<QualifyingSale>`${qualifyingSales(ctx, MembershipNo, sql`sale.invoice_no = ${InvoiceNo}`)}`.execute(
      ctx.db,
    )
  const found = rows[0]!
  if (found.CancelledYN === 'Y') throw refusals.invoiceCancelled({ InvoiceNo })
  if (found.UsedYN === 'Y') throw refusals.invoiceUsed({ InvoiceNo })
  if (found.CardLevelId === null || found.CardCategoryCode === null) throw refusals.noLevel()
  return {
    CardCategoryCode: found.CardCategoryCode,
    CardLevelId: found.CardLevelId,
    InvoiceNo,
    BasisAmount: found.BasisAmount,
  }
}

/** Head office may choose the category itself. */
async function basisOfOverride(ctx: Ctx, membership: LockedMembership, CardCategoryCode: string) {
  if (!ctx.actor.isHQ) throw refusals.overrideNeedsHQ()
  const { rows } = await sql<{ CardLevelId: number | null }>`
    select level.card_level_id from card_category
    left join card_level level on level.card_category_id = card_category.card_category_id and level.status = 'Active'
      and level.effective_from <= ${ctx.today}::date and (level.effective_to is null or level.effective_to >= ${ctx.today}::date)
    where card_category.code = ${CardCategoryCode} and card_category.status = 'Active' and card_category.card_group_id = ${membership.CardGroupId}`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (!found) throw refusals.categoryUnknown()
  return { CardCategoryCode, CardLevelId: found.CardLevelId, InvoiceNo: null, BasisAmount: null }
}
