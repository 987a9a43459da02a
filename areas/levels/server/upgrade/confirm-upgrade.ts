import { UpgradeData } from '#areas/customers/contract/upgrade-data.ts'
import { lockCustomer, makeCustomerPremium } from '#areas/customers/server/index.ts'
import { type confirmUpgrade as endpoint, upgradeRefusals as refusals } from '#areas/memberships/contract/upgrade.ts'
import { findCustomerOfMembership, lockMembership, readUpgradePreparation } from '#areas/memberships/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import { makeMemberPremium } from '../enter-premium.ts'
import { findLevelOfInvoice, refuseImpossibleUpgrade } from './prepare-upgrade.ts'

/** Makes the member premium as prepared. All conditions are checked again, because days may have passed. */
export async function confirmUpgrade(ctx: Ctx, { MembershipNo: typed, Version }: Input<typeof endpoint>) {
  const customer = await lockCustomer(ctx, await findCustomerOfMembership(ctx, typed))
  const membership = await lockMembership(ctx, typed)
  const { MembershipNo, CustomerId } = membership
  await refuseImpossibleUpgrade(ctx, membership, customer.Status)
  const prepared = await readUpgradePreparation(ctx, MembershipNo)
  if (!prepared) throw refusals.notPending()
  if (prepared.Version !== Version) throw staleVersionRefusal(prepared)
  if (prepared.MissingFields.length > 0) throw refusals.incomplete({ Fields: prepared.MissingFields.join(', ') })
  await refuseChangedBasis(ctx, prepared)

  const { CardCategoryCode, CardCategoryName, CardLevelId, CycleStart, CycleEnd, InvoiceNo, BasisAmount } = prepared
  const LevelHistoryId = await makeMemberPremium(ctx, {
    MembershipNo,
    CardCategoryCode,
    CardLevelId,
    CycleStart,
    CycleEnd,
    InvoiceNo,
    BasisAmount,
    RequiredAmount: InvoiceNo ? prepared.FirstSalesAmount : null,
    RequestedById: UpgradeData.parse(customer.UpgradeData).PreparedById,
    RequestedAt: prepared.PreparedAt,
    Remark: prepared.OverrideReason,
  }).catch((error: { constraint?: string }) => {
    // The sale is locked, because two users could confirm the same invoice for two members at once.
    throw error.constraint === 'membership_level_history_invoice' && InvoiceNo
      ? refusals.invoiceUsed({ InvoiceNo })
      : error
  })
  await makeCustomerPremium(ctx, CustomerId)

  ctx.audit(
    'Upgrade Membership',
    'Membership',
    MembershipNo,
    `Upgrade to Premium in Membership. MembershipNo - ${MembershipNo}. To ${CardCategoryCode}`,
  )
  return {
    MembershipNo,
    CustomerId,
    MemberType: 'Premium Member' as const,
    CardCategoryCode,
    CardCategoryName,
    CycleStart,
    CycleEnd,
    LevelHistoryId,
    Version: Version + 1,
  }
}

/** Throws if the invoice was cancelled or used, or the category closed or made harder to reach since the preparation. */
async function refuseChangedBasis(
  ctx: Ctx,
  prepared: { MembershipNo: string; CardCategoryCode: string; InvoiceNo: string | null },
) {
  const category = await ctx.db
    .selectFrom('CardCategory')
    .select('Status')
    .where('Code', '=', prepared.CardCategoryCode)
    .where('Status', '<>', 'Deleted')
    .forKeyShare()
    .executeTakeFirst()
  if (category?.Status !== 'Active') throw refusals.categoryUnknown()
  if (!prepared.InvoiceNo) return
  const basis = await findLevelOfInvoice(ctx, prepared.MembershipNo, prepared.InvoiceNo)
  if (basis.CardCategoryCode !== prepared.CardCategoryCode)
    throw refusals.basisChanged({ CardCategoryCode: basis.CardCategoryCode })
}
