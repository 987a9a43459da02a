import type { Ctx } from '#kit/server/ctx.ts'
import { queryList } from '#kit/server/list.ts'
import { sessionPolicy } from '../session-policy.ts'
import { openSessions, shown } from './session-rows.ts'

export const listOwnSessions = async (ctx: Ctx) =>
  queryList(openSessions(ctx, await sessionPolicy(ctx)).where('UserAccount.UserId', '=', ctx.actor.userId!), {
    tie: 'SessionId',
    map: shown(ctx),
  })
