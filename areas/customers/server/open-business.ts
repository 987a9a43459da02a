import type { RawBuilder } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Returns the error of an area that forbids archiving or deleting the locked customer, or undefined. */
    openBusiness?: (ctx: Ctx, CustomerId: number) => Promise<Refusal | undefined>
    /** Returns the points or arrears on one of these memberships; undefined if all balances are 0. */
    outstandingPoints?: (ctx: Ctx, memberships: RawBuilder<unknown>) => Promise<number | undefined>
  }
}

/** Throws the first error of an area that forbids archiving or deleting the customer. */
export async function refuseCustomerWithOpenBusiness(ctx: Ctx, CustomerId: number): Promise<void> {
  for (const { openBusiness } of ctx.services.areas) {
    const refusal = await openBusiness?.(ctx, CustomerId)
    if (refusal) throw refusal
  }
}

/** Returns the points or arrears on one of the memberships that the condition `memberships` selects. */
export async function findOutstandingPoints(ctx: Ctx, memberships: RawBuilder<unknown>): Promise<number | undefined> {
  for (const { outstandingPoints } of ctx.services.areas)
    if (outstandingPoints) return outstandingPoints(ctx, memberships)
  return undefined
}
