import type { Ctx } from '#kit/server/ctx.ts'
import { selfServiceRefusals } from '../../contract.ts'

/** Returns the customer of a request: the one that staff name, or the session's customer, if it has one. */
export function resolveCustomerId({ actor }: Ctx, customerId: number | undefined): number | null {
  if (actor.kind === 'customer') return actor.customerId
  if (customerId === undefined) throw selfServiceRefusals.customerMissing()
  return customerId
}

export async function findEmail(ctx: Ctx, CustomerId: number) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select('Email')
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  return customer?.Email ?? null
}
