import type { Address } from '#areas/customers/contract/addresses.ts'
import type { ActionType } from '#areas/customers/contract/amendments.ts'
import {
  addAddress,
  deleteAddress,
  liveAddresses,
  updateAddress,
  writeAmendment,
} from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { readProfile } from './read-profile.ts'
import { lockOwn } from './update-profile.ts'

// Customers' own addresses apply at once, by the rules of every address, and are kept beside the profile's changes.

export async function addOwnAddress(ctx: Ctx, input: Input<typeof contract.addOwnAddress>) {
  const { CustomerId } = await lockOwn(ctx)
  const added = await addAddress(ctx, { ...input, ReturnedMailYN: 'N', CustomerId })
  await note(ctx, CustomerId, 'Address Added', null, inOneLine(added))
  return readProfile(ctx)
}

export async function updateOwnAddress(ctx: Ctx, input: Input<typeof contract.updateOwnAddress>) {
  const { CustomerId } = await lockOwn(ctx)
  const before = await lineOf(ctx, CustomerId, input.AddressId)
  const updated = await updateAddress(ctx, input)
  await note(ctx, CustomerId, 'Address Updated', before, inOneLine(updated))
  return readProfile(ctx)
}

export async function deleteOwnAddress(ctx: Ctx, { AddressId }: Input<typeof contract.deleteOwnAddress>) {
  const { CustomerId } = await lockOwn(ctx)
  const before = await lineOf(ctx, CustomerId, AddressId)
  await deleteAddress(ctx, { AddressId })
  await note(ctx, CustomerId, 'Address Deleted', before, null)
  return readProfile(ctx)
}

async function note(ctx: Ctx, CustomerId: number, action: ActionType, Previous: string | null, Updated: string | null) {
  if (Previous === Updated) return
  await writeAmendment(ctx, CustomerId, [{ FieldName: 'Address', Previous, Updated }], {
    action,
    applied: true,
    review: false,
  })
}

async function lineOf(ctx: Ctx, CustomerId: number, AddressId: number) {
  const address = (await liveAddresses(ctx, CustomerId)).find((one) => one.AddressId === AddressId)
  return address ? inOneLine(address) : null
}

const inOneLine = ({ Line1, Line2, Line3, Postcode, City, State, Country }: Address) =>
  [Line1, Line2, Line3, [Postcode, City].filter(Boolean).join(' '), State, Country].filter(Boolean).join(', ')
