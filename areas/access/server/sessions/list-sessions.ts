import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containing, direction, pageFrom } from '#kit/server/page.ts'
import type { listSessions as call } from '../../contract/sessions.ts'
import { sessionPolicy } from '../session-policy.ts'
import { openSessions, shown } from './session-rows.ts'

export async function listSessions(ctx: Ctx, { Search, SortOption, SortDirection, ...page }: Input<typeof call>) {
  let query = openSessions(ctx, await sessionPolicy(ctx))
  if (!ctx.actor.isHQ) query = query.where('Staff.BuildingId', '=', ctx.actor.buildingId)
  const { Name } = Search
  if (Name)
    query = query.where((eb) =>
      eb.or([eb('Username', 'ilike', containing(Name)), eb('FullName', 'ilike', containing(Name))]),
    )
  // "Outlet HQ" is no filter in the specification's lists.
  if (Search.OutletCode && Search.OutletCode !== 'HQ') query = query.where('Building.Code', '=', Search.OutletCode)
  if (Search.SourceIP) query = query.where('SourceIP', 'ilike', containing(Search.SourceIP))
  if (Search.Kind) query = query.where('Kind', '=', Search.Kind)
  if (Search.UserId) query = query.where('UserAccount.UserId', '=', Search.UserId)
  const { count, rows } = await pageFrom(
    query.orderBy(SortOption, direction(SortDirection)).orderBy('SessionId', direction(SortDirection)),
    page,
  )
  return { count, rows: rows.map(shown(ctx)) }
}
