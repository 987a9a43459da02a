import type { Ctx } from '#kit/server/ctx.ts'
import {
  ADDRESSES_PER_CUSTOMER_MAX,
  type AddressInput,
  addressRefusals,
  MALAYSIA_COUNTRY_NAME,
  MALAYSIAN_POSTCODE_PATTERN,
} from '../../contract/addresses.ts'
import { refuseUnknownLookupValues } from '../known-values.ts'
import { addressFields } from './addresses.ts'

type Location = {
  Country: string
  Postcode?: string | null | undefined
  State?: string | null | undefined
  AddressType: string
}

/** Validates country, postcode, state and type of an address together, even if only one of these changes. */
export async function refuseInvalidAddress(ctx: Ctx, { Country, Postcode, State, AddressType }: Location) {
  const malaysian = Country === MALAYSIA_COUNTRY_NAME
  if (malaysian && Postcode && !MALAYSIAN_POSTCODE_PATTERN.test(Postcode)) throw addressRefusals.postcodeInvalid()
  await refuseUnknownLookupValues(ctx, {
    values: [
      { ListName: 'AddressType', Value: AddressType },
      { ListName: 'Country', Value: Country },
      ...(malaysian && State ? [{ ListName: 'MalaysianState' as const, Value: State }] : []),
    ],
  })
}

/** Adds an address to a locked or new customer. The first address of a customer is primary. */
export async function insertAddress(ctx: Ctx, CustomerId: number, address: AddressInput) {
  await refuseInvalidAddress(ctx, address)
  const { Live } = await ctx.db
    .selectFrom('CustomerAddress')
    .select((expression) => expression.fn.countAll<number>().as('Live'))
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .executeTakeFirstOrThrow()
  if (Live >= ADDRESSES_PER_CUSTOMER_MAX) throw addressRefusals.tooMany({ Limit: ADDRESSES_PER_CUSTOMER_MAX })
  const IsPrimaryYN = Live === 0 ? 'Y' : address.IsPrimaryYN
  if (IsPrimaryYN === 'Y') await clearPrimaryAddress(ctx, CustomerId)
  return ctx.db
    .insertInto('CustomerAddress')
    .values({
      ...address,
      CustomerId,
      IsPrimaryYN,
      CreatedById: ctx.actor.userId,
      CreatedAt: ctx.now,
      UpdatedById: ctx.actor.userId,
      UpdatedAt: ctx.now,
    })
    .returning(addressFields)
    .executeTakeFirstOrThrow()
}

/** Clears the primary flag of an address before another becomes primary, because the database allows only one. */
export const clearPrimaryAddress = (ctx: Ctx, CustomerId: number) =>
  ctx.db
    .updateTable('CustomerAddress')
    .set((expression) => ({
      IsPrimaryYN: 'N',
      UpdatedAt: ctx.now,
      UpdatedById: ctx.actor.userId,
      Version: expression('Version', '+', 1),
    }))
    .where('CustomerId', '=', CustomerId)
    .where('IsPrimaryYN', '=', 'Y')
    .where('Status', '=', 'Active')
    .execute()
