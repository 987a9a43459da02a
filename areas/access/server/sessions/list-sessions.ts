import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type { listSessions as call } from '../../contract/sessions.ts'
import { sessionPolicy } from '../session-policy.ts'
import { openSessions, shown } from './session-rows.ts'

export const listSessions = async (ctx: Ctx, { Search }: Input<typeof call>) =>
  queryList(openSessions(ctx, await sessionPolicy(ctx)), {
    where: [
      !ctx.actor.isHQ && equals('Staff.BuildingId', ctx.actor.buildingId),
      anyOf([contains('Username', Search.Name), contains('FullName', Search.Name)]),
      // "Outlet HQ" is no filter in the specification's lists.
      Search.OutletCode !== 'HQ' && equals('Building.Code', Search.OutletCode),
      contains('SourceIP', Search.SourceIP),
      equals('Kind', Search.Kind),
      equals('UserAccount.UserId', Search.UserId),
    ],
    tie: 'SessionId',
    map: shown(ctx),
  })
