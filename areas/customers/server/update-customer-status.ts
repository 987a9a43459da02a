import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { staleVersionRefusal } from '#kit/server/errors.ts'
import type * as contract from '../contract/customers.ts'
import { readCustomerView } from './customer-rows.ts'
import { lockEditableCustomer } from './lock-customer.ts'
import { updateMembershipStatuses } from './memberships/memberships-of-customer.ts'

/** Sets the status of a customer and of all memberships that staff may change. */
export async function updateCustomerStatus(
  ctx: Ctx,
  { CustomerId, Version, Status, Reason }: Input<typeof contract.updateCustomerStatus>,
) {
  const customer = await lockEditableCustomer(ctx, CustomerId)
  if (customer.Version !== Version) throw staleVersionRefusal(await readCustomerView(ctx, CustomerId))

  await ctx.db
    .updateTable('Customer')
    .set({ Status, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CustomerId', '=', CustomerId)
    .execute()
  await updateMembershipStatuses(ctx, { CustomerId, Status })

  ctx.audit(
    'Update Customer Status',
    'Customer',
    CustomerId,
    `Update Customer Status in Customer. CustomerId - ${CustomerId}. ${Status}: ${Reason}`,
  )
  return readCustomerView(ctx, CustomerId)
}
