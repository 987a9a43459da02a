import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { addressRefusals, type deleteAddress as endpoint } from '../../contract/addresses.ts'
import { addressFields } from './address-rows.ts'
import { lockAddress } from './lock-address.ts'

/** Marks an address as Deleted. The oldest other one takes over as primary, so that there is always exactly one. */
export async function deleteAddress(ctx: Ctx, { AddressId }: Input<typeof endpoint>) {
  const address = await lockAddress(ctx, AddressId)
  if (address.Status === 'Deleted') throw addressRefusals.notFound()

  const stamp = { UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now }
  const deleted = await ctx.db
    .updateTable('CustomerAddress')
    .set({ ...stamp, Status: 'Deleted', IsPrimaryYN: 'N', Version: address.Version + 1 })
    .where('AddressId', '=', AddressId)
    .returning(addressFields)
    .executeTakeFirstOrThrow()
  if (address.IsPrimaryYN === 'Y') {
    const heir = ctx.db
      .selectFrom('CustomerAddress')
      .select('AddressId')
      .where('CustomerId', '=', address.CustomerId)
      .where('Status', '=', 'Active')
      .orderBy('AddressId')
      .limit(1)
    await ctx.db
      .updateTable('CustomerAddress')
      .set((expression) => ({ ...stamp, IsPrimaryYN: 'Y', Version: expression('Version', '+', 1) }))
      .where('AddressId', '=', heir)
      .execute()
  }

  ctx.audit(
    'Delete Customer Address',
    'CustomerAddress',
    AddressId,
    `Delete Customer Address in Customer. AddressId - ${AddressId}`,
  )
  return deleted
}
