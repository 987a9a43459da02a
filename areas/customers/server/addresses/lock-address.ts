import type { Ctx } from '#kit/server/ctx.ts'
import { addressRefusals } from '../../contract/addresses.ts'
import { lockEditable } from '../lock-customer.ts'

/** An address with its customer locked first, so that everybody who moves addresses takes the locks in one order. */
export async function lockAddress(ctx: Ctx, AddressId: number) {
  const owner = await ctx.db
    .selectFrom('CustomerAddress')
    .select('CustomerId')
    .where('AddressId', '=', AddressId)
    .executeTakeFirst()
  if (!owner) throw addressRefusals.notFound()
  await lockEditable(ctx, owner.CustomerId)
  return ctx.db
    .selectFrom('CustomerAddress')
    .selectAll()
    .where('AddressId', '=', AddressId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
