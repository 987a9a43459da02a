import type { Address } from '#areas/customers/contract/addresses.ts'
import type { ActionType } from '#areas/customers/contract/amendments.ts'
import {
  addAddress,
  deleteAddress,
  findActiveAddresses,
  insertAmendment,
  updateAddress,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { readProfile } from './read-profile.ts'
import { lockOwnCustomer } from './update-own-profile.ts'

// Customers change their own addresses with immediate effect, by the same rules as staff.
// Each change of an address is logged in the profile's history.

export async function addOwnAddress(ctx: Ctx, input: Input<typeof contract.addOwnAddress>) {
  const { CustomerId } = await lockOwnCustomer(ctx)
  const added = await addAddress(ctx, { ...input, ReturnedMailYN: 'N', CustomerId })
  await logAddressChange(ctx, CustomerId, 'Address Added', null, toOneLine(added))
  return readProfile(ctx)
}

export async function updateOwnAddress(ctx: Ctx, input: Input<typeof contract.updateOwnAddress>) {
  const { CustomerId } = await lockOwnCustomer(ctx)
  const before = await addressLine(ctx, CustomerId, input.AddressId)
  const updated = await updateAddress(ctx, input)
  await logAddressChange(ctx, CustomerId, 'Address Updated', before, toOneLine(updated))
  return readProfile(ctx)
}

export async function deleteOwnAddress(ctx: Ctx, { AddressId }: Input<typeof contract.deleteOwnAddress>) {
  const { CustomerId } = await lockOwnCustomer(ctx)
  const before = await addressLine(ctx, CustomerId, AddressId)
  await deleteAddress(ctx, { AddressId })
  await logAddressChange(ctx, CustomerId, 'Address Deleted', before, null)
  return readProfile(ctx)
}

async function logAddressChange(
  ctx: Ctx,
  CustomerId: number,
  action: ActionType,
  Previous: string | null,
  Updated: string | null,
) {
  if (Previous === Updated) return
  await insertAmendment(ctx, CustomerId, [{ FieldName: 'Address', Previous, Updated }], {
    action,
    applied: true,
    review: false,
  })
}

async function addressLine(ctx: Ctx, CustomerId: number, AddressId: number) {
  const address = (await findActiveAddresses(ctx, CustomerId)).find((candidate) => candidate.AddressId === AddressId)
  return address ? toOneLine(address) : null
}

const toOneLine = ({ Line1, Line2, Line3, Postcode, City, State, Country }: Address) =>
  [Line1, Line2, Line3, [Postcode, City].filter(Boolean).join(' '), State, Country].filter(Boolean).join(', ')
