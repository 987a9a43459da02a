import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../../contract.ts'

/** Staff name the customer; who is in self-service is known, or nobody yet. */
export function meantCustomer({ actor }: Ctx, named: number | undefined): number | null {
  if (actor.kind === 'customer') return actor.customerId
  if (named === undefined) throw refusals.customerMissing()
  return named
}

export async function emailOf(ctx: Ctx, CustomerId: number) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select('Email')
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  return customer?.Email ?? null
}
