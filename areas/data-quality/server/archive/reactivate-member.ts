import {
  type LockedCustomer,
  lockCustomer,
  reactivateCustomer,
  reactivateMemberships,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type reactivateMember as endpoint, archiveRefusals as refusals } from '../../contract/archive.ts'

/** Reactivates an archived customer on request of staff. */
export async function reactivateMember(ctx: Ctx, { CustomerId }: Input<typeof endpoint>) {
  const customer = await lockCustomer(ctx, CustomerId)
  if (customer.Status !== 'Archived') throw refusals.notArchived({ Status: customer.Status })
  return reactivate(ctx, customer, 'Staff')
}

/** Reactivates an archived customer after a purchase. */
export async function reactivateByPurchase(ctx: Ctx, { CustomerId }: { CustomerId: number }) {
  const customer = await lockCustomer(ctx, CustomerId)
  if (customer.Status === 'Archived') await reactivate(ctx, customer, 'Purchase')
}

async function reactivate(ctx: Ctx, customer: LockedCustomer, how: 'Staff' | 'Purchase') {
  const { CustomerId } = customer
  const record = await ctx.db
    .updateTable('ArchivedMember')
    .set({
      ReactivatedHow: how,
      ReactivatedById: ctx.actor.userId,
      ReactivatedBy: ctx.actor.name,
      ReactivatedAt: ctx.now,
    })
    .where('CustomerId', '=', CustomerId)
    .where('ReactivatedAt', 'is', null)
    .returning(['CustomerStatus', 'Memberships'])
    .executeTakeFirstOrThrow()
  const reactivated = await reactivateCustomer(ctx, customer, record.CustomerStatus)
  await reactivateMemberships(ctx, CustomerId, record.Memberships as Parameters<typeof reactivateMemberships>[2])

  ctx.audit(
    'Reactivate Member',
    'Customer',
    CustomerId,
    `Reactivate Member in Archive Member. CustomerId - ${CustomerId}. ${how}`,
  )
  return reactivated
}
