import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract/customers.ts'

/** The customer as he stands, locked until the change is done. Deleted ones are not there for anybody who changes. */
export async function lockCustomer(ctx: Ctx, CustomerId: number) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .forUpdate()
    .executeTakeFirst()
  if (!customer || customer.Status === 'Deleted') throw refusals.notFound()
  return customer
}

export type LockedCustomer = Awaited<ReturnType<typeof lockCustomer>>

/** The same, for who may be edited: merged customers are read only and archived ones have to be brought back first. */
export async function lockEditable(ctx: Ctx, CustomerId: number) {
  const customer = await lockCustomer(ctx, CustomerId)
  if (customer.Status === 'Merged' || customer.Status === 'Archived')
    throw refusals.notEditable({ Status: customer.Status })
  return customer
}
