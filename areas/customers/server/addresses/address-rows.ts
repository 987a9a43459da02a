import type { Ctx } from '#kit/server/ctx.ts'
import type { Address } from '../../contract/addresses.ts'

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

export const liveAddresses = (ctx: Ctx, CustomerId: number): Promise<Address[]> =>
  ctx.db
    .selectFrom('CustomerAddress')
    .select(addressFields)
    .where('CustomerId', '=', CustomerId)
    .where('Status', '=', 'Active')
    .orderBy('IsPrimaryYN', 'desc')
    .orderBy('AddressId')
    .execute()
