import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/addresses.ts'
import { lockEditableCustomer } from '../lock-customer.ts'
import { insertAddress } from './insert-address.ts'

/** Adds an address. The customer is locked, because two concurrent first addresses would both become primary. */
export async function addAddress(ctx: Ctx, { CustomerId, ...address }: Input<typeof contract.addAddress>) {
  await lockEditableCustomer(ctx, CustomerId)
  const added = await insertAddress(ctx, CustomerId, address)
  ctx.audit(
    'Create Customer Address',
    'CustomerAddress',
    added.AddressId,
    `Create Customer Address in Customer. AddressId - ${added.AddressId}`,
  )
  return added
}
