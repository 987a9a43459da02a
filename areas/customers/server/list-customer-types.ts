import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createValueList } from '#kit/server/list.ts'
import { type listCustomerTypes as endpoint, MemberType } from '../contract/customers.ts'

const types = MemberType.options.map((Name, index) => ({
  Code: Name === 'Premium Member' ? 'PREMIUM' : 'NON_PREMIUM',
  Name,
  SequenceNo: index + 1,
}))

/** Returns the member types as a lookup list. */
export function listCustomerTypes(_ctx: Ctx, { Search, SortDirection }: Input<typeof endpoint>) {
  const requested = Search.Name?.toLowerCase() ?? ''
  const matching = types.filter(({ Name }) => Name.toLowerCase().includes(requested))
  return createValueList(SortDirection === 'DESC' ? matching.reverse() : matching)
}
