import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publish } from '#kit/server/events.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import * as contract from '../contract/customers.ts'
import { readCustomer } from './customer-rows.ts'
import { customerRestored } from './events.ts'

/** Undoes a delete within 30 seconds: customer and memberships are what they were before. */
export async function restoreCustomer(ctx: Ctx, { CustomerId }: Input<typeof contract.restoreCustomer>) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) throw contract.refusals.notFound()
  if (customer.Status !== 'Deleted') throw contract.refusals.notDeleted({ Status: customer.Status })
  refuseLateUndo(ctx, customer.UpdatedAt, contract.refusals.undoOver)

  const Status = contract.CustomerStatus.parse(await statusBeforeDelete(ctx, 'Customer', CustomerId))
  await ctx.db
    .updateTable('Customer')
    .set({ Status, Version: customer.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CustomerId', '=', CustomerId)
    .execute()
    // The number may have been registered for somebody else meanwhile.
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'customer_identity' ? contract.refusals.duplicateIdentityRace() : error
    })
  await publish(ctx, customerRestored, { CustomerId, DeletedAt: customer.UpdatedAt })

  ctx.audit('Restore Customer', 'Customer', CustomerId, `Restore Customer in Customer. CustomerId - ${CustomerId}`)
  return readCustomer(ctx, CustomerId)
}
