import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { publishEvent } from '#kit/server/events.ts'
import { refuseLateUndo, statusBeforeDelete } from '#kit/server/undo.ts'
import type { staffSettableStatuses } from '../contract/customers.ts'
import * as contract from '../contract/customers.ts'
import { readCustomer } from './customer-rows.ts'
import { customerDeleted } from './events.ts'
import { type LockedCustomer, lockCustomer } from './lock-customer.ts'
import { deleteMemberships, restoreMemberships } from './memberships/memberships-of-customer.ts'
import { findOutstandingPoints, refuseCustomerWithOpenBusiness } from './open-business.ts'

/** Marks a customer and the memberships as Deleted. A customer with points or arrears must be archived instead. */
export async function deleteCustomer(ctx: Ctx, { CustomerId }: Input<typeof contract.deleteCustomer>) {
  const customer = await lockCustomer(ctx, CustomerId)
  if (customer.Status === 'Merged') throw contract.customerRefusals.notEditable({ Status: customer.Status })
  const Points = await findOutstandingPoints(ctx, sql`customer_id = ${CustomerId}`)
  if (Points !== undefined) throw contract.customerRefusals.hasPoints({ Points })
  await refuseCustomerWithOpenBusiness(ctx, CustomerId)

  await ctx.db
    .updateTable('Customer')
    .set({ Status: 'Deleted', Version: customer.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CustomerId', '=', CustomerId)
    .execute()
  await deleteMemberships(ctx, { CustomerId })
  await publishEvent(ctx, customerDeleted, { CustomerId })

  ctx.audit('Delete Customer', 'Customer', CustomerId, `Delete Customer in Customer. CustomerId - ${CustomerId}`)
  return readCustomer(ctx, CustomerId)
}

/** Closes a locked customer for ever before an erasure: no further action or undo is possible. */
export async function closeCustomerForErasure(ctx: Ctx, { CustomerId, Version }: LockedCustomer) {
  await ctx.db
    .updateTable('Customer')
    .set({
      Status: 'Deleted',
      Version: Version + 1,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
      ErasedAt: ctx.now,
    })
    .where('CustomerId', '=', CustomerId)
    .execute()
  await deleteMemberships(ctx, { CustomerId })
  await publishEvent(ctx, customerDeleted, { CustomerId })
}

/** Archives a locked customer. Lists of customers omit archived customers. */
export const archiveCustomer = (ctx: Ctx, customer: LockedCustomer) => setStatus(ctx, customer, 'Archived')

/** Gives a locked customer the status from before the archiving or deletion. */
export const reactivateCustomer = (
  ctx: Ctx,
  customer: LockedCustomer,
  Status: (typeof staffSettableStatuses)[number],
) => setStatus(ctx, customer, Status)

const setStatus = (
  ctx: Ctx,
  { CustomerId, Version }: LockedCustomer,
  Status: 'Archived' | (typeof staffSettableStatuses)[number],
) =>
  ctx.db
    .updateTable('Customer')
    .set({ Status, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CustomerId', '=', CustomerId)
    .returning(['CustomerId', 'FullName', 'Status', 'Version'])
    .executeTakeFirstOrThrow()

/** Undoes a delete within 30 seconds: customer and memberships get their previous status. */
export async function restoreCustomer(ctx: Ctx, { CustomerId }: Input<typeof contract.restoreCustomer>) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .selectAll()
    .where('CustomerId', '=', CustomerId)
    .forUpdate()
    .executeTakeFirst()
  if (!customer) throw contract.customerRefusals.notFound()
  if (customer.ErasedAt !== null) throw contract.customerRefusals.notFound()
  if (customer.Status !== 'Deleted') throw contract.customerRefusals.notDeleted({ Status: customer.Status })
  refuseLateUndo(ctx, customer.UpdatedAt, contract.customerRefusals.undoOver)

  const Status = contract.CustomerStatus.parse(await statusBeforeDelete(ctx, 'Customer', CustomerId))
  await ctx.db
    .updateTable('Customer')
    .set({ Status, Version: customer.Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CustomerId', '=', CustomerId)
    .execute()
    // The identity number may belong to another customer since the deletion.
    .catch((error: { constraint?: string }) => {
      throw error.constraint === 'customer_identity' ? contract.customerRefusals.duplicateIdentityRace() : error
    })
  await restoreMemberships(ctx, { CustomerId, DeletedAt: customer.UpdatedAt })

  ctx.audit('Restore Customer', 'Customer', CustomerId, `Restore Customer in Customer. CustomerId - ${CustomerId}`)
  return readCustomer(ctx, CustomerId)
}
