import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import type * as contract from '../../contract/addresses.ts'
import { addressRefusals } from '../../contract/addresses.ts'
import { addressFields, lockAddress } from './addresses.ts'

/** Marks an address as Deleted. After the delete of a primary address, the oldest other address becomes primary. */
export async function deleteAddress(ctx: Ctx, { AddressId }: Input<typeof contract.deleteAddress>) {
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

/** Undoes the deletion of an address. The address is primary again only if no other address is. */
export async function restoreAddress(ctx: Ctx, { AddressId }: Input<typeof contract.restoreAddress>) {
  const address = await lockAddress(ctx, AddressId)
  if (address.Status !== 'Deleted') throw addressRefusals.notDeleted()
  refuseLateUndo(ctx, address.UpdatedAt, addressRefusals.undoOver)

  const primary = await ctx.db
    .selectFrom('CustomerAddress')
    .select('AddressId')
    .where('CustomerId', '=', address.CustomerId)
    .where('Status', '=', 'Active')
    .where('IsPrimaryYN', '=', 'Y')
    .executeTakeFirst()
  const restored = await ctx.db
    .updateTable('CustomerAddress')
    .set({
      Status: 'Active',
      IsPrimaryYN: primary ? 'N' : 'Y',
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
      Version: address.Version + 1,
    })
    .where('AddressId', '=', AddressId)
    .returning(addressFields)
    .executeTakeFirstOrThrow()

  ctx.audit(
    'Restore Customer Address',
    'CustomerAddress',
    AddressId,
    `Restore Customer Address in Customer. AddressId - ${AddressId}`,
  )
  return restored
}
