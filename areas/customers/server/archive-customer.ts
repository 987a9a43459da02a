import type { Ctx } from '#kit/server/ctx.ts'
import type { statusMoves } from '../contract/customers.ts'
import type { LockedCustomer } from './lock-customer.ts'

/** Takes a locked customer out of the lists. */
export const archiveCustomer = (ctx: Ctx, customer: LockedCustomer) => setStatus(ctx, customer, 'Archived')

/** Gives a locked customer the status he had before. */
export const reactivateCustomer = (ctx: Ctx, customer: LockedCustomer, Status: (typeof statusMoves)[number]) =>
  setStatus(ctx, customer, Status)

const setStatus = (
  ctx: Ctx,
  { CustomerId, Version }: LockedCustomer,
  Status: 'Archived' | (typeof statusMoves)[number],
) =>
  ctx.db
    .updateTable('Customer')
    .set({ Status, Version: Version + 1, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now })
    .where('CustomerId', '=', CustomerId)
    .returning(['CustomerId', 'FullName', 'Status', 'Version'])
    .executeTakeFirstOrThrow()
