import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/addresses.ts'
import { refusals } from '../../contract/customers.ts'

/** Fills city and state of a form; where a postcode serves several places, the first in the alphabet is proposed. */
export async function findPostcode(ctx: Ctx, { Postcode }: Input<typeof contract.findPostcode>) {
  const rows = await ctx.db
    .selectFrom('Postcode')
    .select(['City', 'State'])
    .where('Postcode', '=', Postcode)
    .orderBy('City')
    .execute()
  const first = rows[0]
  if (!first) throw refusals.postcodeNotFound()
  return { Postcode, City: first.City, State: first.State, Cities: rows.map(({ City }) => City) }
}
