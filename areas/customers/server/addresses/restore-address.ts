import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseLateUndo } from '#kit/server/undo.ts'
import { addressRefusals, type restoreAddress as endpoint } from '../../contract/addresses.ts'
import { addressFields } from './address-rows.ts'
import { lockAddress } from './lock-address.ts'

/** Undoes the delete of an address; it is primary again only if no other took over. */
export async function restoreAddress(ctx: Ctx, { AddressId }: Input<typeof endpoint>) {
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
