import { UpgradeData } from '#areas/customers/contract/upgrade-data.ts'
import { clearUpgradePending, lockCustomer } from '#areas/customers/server/index.ts'
import { type cancelUpgrade as endpoint, upgradeRefusals as refusals } from '#areas/memberships/contract/upgrade.ts'
import { findCustomerOfMembership, lockMembership, readUpgradePreparation } from '#areas/memberships/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'

/** Discards a prepared upgrade, after which the invoice can be used again. */
export async function cancelUpgrade(ctx: Ctx, { MembershipNo: typed, Version }: Input<typeof endpoint>) {
  const customer = await lockCustomer(ctx, await findCustomerOfMembership(ctx, typed))
  const { MembershipNo, CustomerId, ...membership } = await lockMembership(ctx, typed)
  if (customer.UpgradePendingYN !== 'Y' || UpgradeData.parse(customer.UpgradeData).MembershipNo !== MembershipNo)
    throw refusals.notPending()
  if (membership.Version !== Version) throw staleVersionRefusal(await readUpgradePreparation(ctx, MembershipNo))

  await clearUpgradePending(ctx, CustomerId)
  await ctx.db
    .updateTable('Membership')
    .set({ Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('MembershipNo', '=', MembershipNo)
    .execute()

  ctx.audit(
    'Cancel Upgrade',
    'Membership',
    MembershipNo,
    `Cancel Upgrade in Membership. MembershipNo - ${MembershipNo}`,
  )
  return { MembershipNo, CustomerId, Version: Version + 1 }
}
