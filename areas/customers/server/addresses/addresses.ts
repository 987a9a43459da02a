import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract/addresses.ts'
import { type Address, addressRefusals } from '../../contract/addresses.ts'
import { customerRefusals } from '../../contract/customers.ts'
import { lockEditableCustomer } from '../lock-customer.ts'

export const addressFields = [
  'AddressId',
  'CustomerId',
  'AddressType',
  'Line1',
  'Line2',
  'Line3',
  'Postcode',
  'City',
  'State',
  'Country',
  'IsPrimaryYN',
  'ReturnedMailYN',
  'Status',
  'Version',
  'CreatedAt',
  'UpdatedAt',
] as const

export const findActiveAddresses = (ctx: Ctx, CustomerId: number): Promise<Address[]> =>
  ctx.db
    .selectFrom('CustomerAddress')
    .select(addressFields)
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .orderBy('IsPrimaryYN', 'desc')
    .orderBy('AddressId')
    .execute()

/** Reads an address after locking its customer, so that all changes of addresses take locks in the same order. */
export async function lockAddress(ctx: Ctx, AddressId: number) {
  const owner = await ctx.db
    .selectFrom('CustomerAddress')
    .select('CustomerId')
    .where('AddressId', '=', AddressId)
    .executeTakeFirst()
  if (!owner) throw addressRefusals.notFound()
  await lockEditableCustomer(ctx, owner.CustomerId)
  return ctx.db
    .selectFrom('CustomerAddress')
    .selectAll()
    .where('AddressId', '=', AddressId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Selects the addresses of a customer that are not deleted. */
export const listAddresses = (ctx: Ctx, { Search }: Input<typeof contract.listAddresses>) =>
  queryList(
    ctx.db
      .selectFrom('CustomerAddress')
      .select(addressFields)
      .where('CustomerId', '=', Search.CustomerId!)
      .where('Status', '=', 'Active'),
    { where: [equals('AddressType', Search.AddressType)], tie: () => sql`address_id` },
  )

/** Returns city and state of a postcode. If the postcode has several cities, `City` is the alphabetically first. */
export async function findPostcode(ctx: Ctx, { Postcode }: Input<typeof contract.findPostcode>) {
  const rows = await ctx.db
    .selectFrom('Postcode')
    .select(['City', 'State'])
    .where('Postcode', '=', Postcode)
    .orderBy('City')
    .execute()
  const first = rows[0]
  if (!first) throw customerRefusals.postcodeNotFound()
  return { Postcode, City: first.City, State: first.State, Cities: rows.map(({ City }) => City) }
}
