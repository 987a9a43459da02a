import type { Ctx } from '#kit/server/ctx.ts'
import { customerRefusals } from '../contract/customers.ts'

/** Locks and reads a customer. Throws "not found" for a deleted customer. */
export async function lockCustomer(ctx: Ctx, CustomerId: number) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .forUpdate()
    .executeTakeFirst()
  if (!customer || customer.Status === 'Deleted') throw customerRefusals.notFound()
  return customer
}

export type LockedCustomer = Awaited<ReturnType<typeof lockCustomer>>

/** Locks and reads an editable customer. Merged customers are read-only; archived ones must be reactivated first. */
export async function lockEditableCustomer(ctx: Ctx, CustomerId: number) {
  const customer = await lockCustomer(ctx, CustomerId)
  if (customer.Status === 'Merged' || customer.Status === 'Archived')
    throw customerRefusals.notEditable({ Status: customer.Status })
  return customer
}
