import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type listCustomerTypes as endpoint, MemberType } from '../contract/customers.ts'

const types = MemberType.options.map((Name, place) => ({
  Code: Name === 'Premium Member' ? 'PREMIUM' : 'NON_PREMIUM',
  Name,
  SequenceNo: place + 1,
}))

/** The member types, as a lookup list like any other. */
export async function listCustomerTypes(_ctx: Ctx, { Search, Rows, Page, SortDirection }: Input<typeof endpoint>) {
  const wanted = Search.Name?.toLowerCase() ?? ''
  const found = types.filter(({ Name }) => Name.toLowerCase().includes(wanted))
  if (SortDirection === 'DESC') found.reverse()
  return { count: found.length, rows: found.slice((Page - 1) * Rows, Page * Rows) }
}
