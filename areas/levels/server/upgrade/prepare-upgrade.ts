import { sql } from 'kysely'
import type { UpgradeData } from '#areas/customers/contract/upgrade-data.ts'
import { lockCustomer, setUpgradePending } from '#areas/customers/server/index.ts'
import { type prepareUpgrade as endpoint, upgradeRefusals as refusals } from '#areas/memberships/contract/upgrade.ts'
import {
  findCustomerOfMembership,
  type LockedMembership,
  lockMembership,
  readUpgradePreparation,
} from '#areas/memberships/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { findQualifyingSales, findUpgradeSale, type QualifyingSale } from './qualifying-sales.ts'

/** Stores the effects of an upgrade with the customer until the upgrade is confirmed or cancelled. */
export async function prepareUpgrade(ctx: Ctx, input: Input<typeof endpoint>) {
  const customer = await lockCustomer(ctx, await findCustomerOfMembership(ctx, input.MembershipNo))
  const membership = await lockMembership(ctx, input.MembershipNo)
  await refuseImpossibleUpgrade(ctx, membership, customer.Status)
  const basis = input.InvoiceNo
    ? await findLevelOfInvoice(ctx, membership.MembershipNo, input.InvoiceNo)
    : await basisOfOverride(ctx, membership, input.CardCategoryCode!.toUpperCase())

  const data: UpgradeData = {
    MembershipNo: membership.MembershipNo,
    OverrideReason: input.OverrideReason ?? null,
    ...basis,
    PreparedById: ctx.actor.userId,
    PreparedByName: ctx.actor.name,
    PreparedAt: ctx.now.toISOString(),
  }
  await setUpgradePending(ctx, customer.CustomerId, data)
  // The version increases, so that a user who sees an earlier preparation cannot confirm this one unseen.
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
  return (await readUpgradePreparation(ctx, membership.MembershipNo))!
}

/** Throws if the member cannot be upgraded at all. The confirmation checks the same again. */
export async function refuseImpossibleUpgrade(ctx: Ctx, membership: LockedMembership, customerStatus: string) {
  if (membership.MemberType === 'Premium Member') throw refusals.alreadyPremium()
  if (membership.Status !== 'Active') throw refusals.notActive({ Status: membership.Status })
  if (customerStatus !== 'Active') throw refusals.customerNotActive()
  const pendingChange = await ctx.db
    .selectFrom('MembershipLevelHistory')
    .select('LevelHistoryId')
    .where('MembershipNo', '=', membership.MembershipNo)
    .where('Status', '=', 'Pending')
    .executeTakeFirst()
  if (pendingChange) throw refusals.levelChangePending()
}

/** Returns the level that the invoice leads to. Throws with the reason if the invoice does not qualify. */
export async function findLevelOfInvoice(ctx: Ctx, MembershipNo: string, InvoiceNo: string) {
  const sale = await findUpgradeSale(ctx, InvoiceNo)
  if (!sale) throw refusals.invoiceNotFound({ InvoiceNo })
  if (sale.TransactionType !== 'N') throw refusals.invoiceNotNormal({ InvoiceNo })
  if (sale.MembershipNo !== MembershipNo) throw refusals.invoiceOfOther({ InvoiceNo })
  const { rows } =
    await sql<QualifyingSale>`${findQualifyingSales(ctx, MembershipNo, sql`sale.invoice_no = ${InvoiceNo}`)}`.execute(
      ctx.db,
    )
  const qualifyingSale = rows[0]!
  if (qualifyingSale.CancelledYN === 'Y') throw refusals.invoiceCancelled({ InvoiceNo })
  if (qualifyingSale.UsedYN === 'Y') throw refusals.invoiceUsed({ InvoiceNo })
  if (qualifyingSale.CardLevelId === null || qualifyingSale.CardCategoryCode === null) throw refusals.noLevel()
  return {
    CardCategoryCode: qualifyingSale.CardCategoryCode,
    CardLevelId: qualifyingSale.CardLevelId,
    InvoiceNo,
    BasisAmount: qualifyingSale.BasisAmount,
  }
}

/** Returns the level of a category that head office has chosen. */
async function basisOfOverride(ctx: Ctx, membership: LockedMembership, CardCategoryCode: string) {
  if (!ctx.actor.isHQ) throw refusals.overrideNeedsHQ()
  const { rows } = await sql<{ CardLevelId: number | null }>`
    select level.card_level_id from card_category
    left join card_level level on level.card_category_id = card_category.card_category_id and level.status = 'Active'
      and level.effective_from <= ${ctx.today}::date and (level.effective_to is null or level.effective_to >= ${ctx.today}::date)
    where card_category.code = ${CardCategoryCode} and card_category.status = 'Active' and card_category.card_group_id = ${membership.CardGroupId}`.execute(
    ctx.db,
  )
  const level = rows[0]
  if (!level) throw refusals.categoryUnknown()
  return { CardCategoryCode, CardLevelId: level.CardLevelId, InvoiceNo: null, BasisAmount: null }
}
