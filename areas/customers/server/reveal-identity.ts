import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract/customers.ts'

/** Returns the full identity number and records who read it in the same transaction. */
export async function revealIdentity(ctx: Ctx, { CustomerId, Reason }: Input<typeof contract.revealIdentity>) {
  const customer = await ctx.db
    .selectFrom('Customer')
    .select(['IdType', 'IdNo', 'Status'])
    .where('CustomerId', '=', CustomerId)
    .executeTakeFirst()
  if (!customer || customer.Status === 'Deleted') throw contract.customerRefusals.notFound()
  const { IdType, IdNo } = customer
  if (!IdType || !IdNo) throw contract.customerRefusals.identityNotGiven()

  ctx.audit(
    'Reveal Identity Number',
    'Customer',
    CustomerId,
    `Reveal Identity Number in Customer. CustomerId - ${CustomerId}. ${Reason}`,
  )
  return { CustomerId, IdType, IdNo }
}
