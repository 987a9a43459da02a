import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { direction, pageFrom } from '#kit/server/page.ts'
import type { listOwnSessions as call } from '../../contract/sessions.ts'
import { sessionPolicy } from '../session-policy.ts'
import { openSessions, shown } from './session-rows.ts'

export async function listOwnSessions(ctx: Ctx, { SortOption, SortDirection, ...page }: Input<typeof call>) {
  const { count, rows } = await pageFrom(
    openSessions(ctx, await sessionPolicy(ctx))
      .where('UserAccount.UserId', '=', ctx.actor.userId!)
      .orderBy(SortOption, direction(SortDirection))
      .orderBy('SessionId', direction(SortDirection)),
    page,
  )
  return { count, rows: rows.map(shown(ctx)) }
}
