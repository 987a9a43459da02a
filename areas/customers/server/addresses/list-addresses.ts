import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/addresses.ts'
import { addressFields } from './address-rows.ts'

/** A customer's live addresses. */
export async function listAddresses(
  ctx: Ctx,
  { Search, Rows, Page, SortOption, SortDirection }: Input<typeof contract.listAddresses>,
) {
  let found = ctx.db
    .selectFrom('CustomerAddress')
    .where('CustomerId', '=', Search.CustomerId!)
    .where('Status', '=', 'Active')
  if (Search.AddressType) found = found.where('AddressType', '=', Search.AddressType)
  const direction = SortDirection === 'DESC' ? 'desc' : 'asc'
  const [counted, rows] = await Promise.all([
    found.select((expression) => expression.fn.countAll<number>().as('Count')).executeTakeFirstOrThrow(),
    found
      .select(addressFields)
      .orderBy(SortOption, direction)
      .orderBy('AddressId')
      .limit(Rows)
      .offset((Page - 1) * Rows)
      .execute(),
  ])
  return { count: counted.Count, rows }
}
