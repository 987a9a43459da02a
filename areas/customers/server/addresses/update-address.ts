import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refuseStaleVersion } from '#kit/server/version.ts'
import { addressRefusals, type updateAddress as endpoint } from '../../contract/addresses.ts'
import { addressFields, lockAddress } from './addresses.ts'
import { clearPrimaryAddress, refuseInvalidAddress } from './insert-address.ts'

/** Changes those fields of an address that the request contains. */
export async function updateAddress(ctx: Ctx, { AddressId, Version, ...changes }: Input<typeof endpoint>) {
  const address = await lockAddress(ctx, AddressId)
  if (address.Status === 'Deleted') throw addressRefusals.notFound()
  await refuseStaleVersion(
    ctx,
    { record: ['CustomerAddress', AddressId], sent: Version, present: address.Version },
    () => Object.fromEntries(addressFields.map((field) => [field, address[field]])),
  )
  if (address.IsPrimaryYN === 'Y' && changes.IsPrimaryYN === 'N') throw addressRefusals.primaryStays()
  await refuseInvalidAddress(ctx, {
    Country: changes.Country ?? address.Country,
    AddressType: changes.AddressType ?? address.AddressType,
    Postcode: changes.Postcode === undefined ? address.Postcode : changes.Postcode,
    State: changes.State === undefined ? address.State : changes.State,
  })

  if (changes.IsPrimaryYN === 'Y' && address.IsPrimaryYN === 'N') await clearPrimaryAddress(ctx, address.CustomerId)
  const updated = await ctx.db
    .updateTable('CustomerAddress')
    .set({ ...changes, UpdatedById: ctx.actor.userId, UpdatedAt: ctx.now, Version: address.Version + 1 })
    .where('AddressId', '=', AddressId)
    .returning(addressFields)
    .executeTakeFirstOrThrow()

  ctx.audit(
    'Update Customer Address',
    'CustomerAddress',
    AddressId,
    `Update Customer Address in Customer. AddressId - ${AddressId}`,
  )
  return updated
}
