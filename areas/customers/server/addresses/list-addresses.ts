import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract/addresses.ts'
import { addressFields } from './address-rows.ts'

/** A customer's live addresses. */
export const listAddresses = (ctx: Ctx, { Search }: Input<typeof contract.listAddresses>) =>
  queryList(
    ctx.db
      .selectFrom('CustomerAddress')
      .select(addressFields)
      .where('CustomerId', '=', Search.CustomerId!)
      .where('Status', '=', 'Active'),
    { where: [equals('AddressType', Search.AddressType)], tie: () => sql`address_id` },
  )
