import type { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** What of this area keeps a customer, who is locked, from being archived or deleted; nothing where there is none. */
    openBusiness?: (ctx: Ctx, CustomerId: number) => Promise<Refusal | undefined>
  }
}

/** Refuses to let a customer go with whom some area has still to do something. */
export async function refuseOpenBusiness(ctx: Ctx, CustomerId: number): Promise<void> {
  for (const { openBusiness } of ctx.services.areas) {
    const refusal = await openBusiness?.(ctx, CustomerId)
    if (refusal) throw refusal
  }
}
