import type { RawBuilder } from 'kysely'
import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What of this area keeps a customer, who is locked, from being archived or deleted; nothing where there is none. */
    openBusiness?: (ctx: Ctx, CustomerId: number) => Promise<Refusal | undefined>
    /** The points of one of these memberships that has points or owes some; undefined if there is none. */
    pointsHeld?: (ctx: Ctx, memberships: RawBuilder<unknown>) => Promise<number | undefined>
  }
}

/** Refuses to let a customer go with whom some area has still to do something. */
export async function refuseOpenBusiness(ctx: Ctx, CustomerId: number): Promise<void> {
  for (const { openBusiness } of ctx.services.areas) {
    const refusal = await openBusiness?.(ctx, CustomerId)
    if (refusal) throw refusal
  }
}

/** The points of a membership that holds or owes some; `memberships` is a condition on `membership`. */
export async function pointsHeld(ctx: Ctx, memberships: RawBuilder<unknown>): Promise<number | undefined> {
  for (const { pointsHeld } of ctx.services.areas) if (pointsHeld) return pointsHeld(ctx, memberships)
  return undefined
}
