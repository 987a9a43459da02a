import type { RawBuilder } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The reason of this area why a locked customer cannot be archived or deleted, if any. */
    openBusiness?: (ctx: Ctx, CustomerId: number) => Promise<Refusal | undefined>
    /** The points or arrears of the first of these memberships that has some; undefined if none has. */
    outstandingPoints?: (ctx: Ctx, memberships: RawBuilder<unknown>) => Promise<number | undefined>
  }
}

/** Throws if an area still has open business with the customer. */
export async function refuseOpenBusiness(ctx: Ctx, CustomerId: number): Promise<void> {
  for (const { openBusiness } of ctx.services.areas) {
    const refusal = await openBusiness?.(ctx, CustomerId)
    if (refusal) throw refusal
  }
}

/** Points or arrears left on one of these memberships; `memberships` is a condition on `membership`. */
export async function outstandingPoints(ctx: Ctx, memberships: RawBuilder<unknown>): Promise<number | undefined> {
  for (const { outstandingPoints } of ctx.services.areas)
    if (outstandingPoints) return outstandingPoints(ctx, memberships)
  return undefined
}
