import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { anyOf, contains, containsName, equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../../contract/sessions.ts'
import { readSessionPolicy } from '../open-session.ts'
import { describeDevice } from './device-of.ts'

/** Selects the sessions that are open now: not ended, not expired and not idle for too long. */
export const selectOpenSessions = (ctx: Ctx, { idleSeconds }: { idleSeconds: number }) =>
  ctx.db
    .selectFrom('Session')
    .innerJoin('UserAccount', 'UserAccount.UserId', 'Session.UserId')
    .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .leftJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
    .select([
      'SessionId',
      'Label',
      'UserAccount.UserId',
      'Username',
      'FullName',
      'Building.Code as OutletCode',
      'Kind',
      'UserAgent',
      'SourceIP',
      'Session.CreatedAt as SignedInAt',
      'LastSeenAt',
      'ExpiresAt',
    ])
    .where('EndedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .where('LastSeenAt', '>', new Date(ctx.now.getTime() - idleSeconds * 1000).toISOString())

/** Adds a readable device name to each session, and marks the caller's own session. */
const toListed =
  (ctx: Ctx) =>
  <Row extends { SessionId: number; UserAgent: string | null }>({ UserAgent, ...row }: Row) => ({
    ...row,
    Device: describeDevice(UserAgent),
    IsThisOne: row.SessionId === ctx.actor.sessionId,
  })

export const listOwnSessions = async (ctx: Ctx) =>
  queryList(selectOpenSessions(ctx, await readSessionPolicy(ctx)).where('UserAccount.UserId', '=', ctx.actor.userId!), {
    tie: 'SessionId',
    map: toListed(ctx),
  })

export const listSessions = async (ctx: Ctx, { Search }: Input<typeof contract.listSessions>) =>
  queryList(selectOpenSessions(ctx, await readSessionPolicy(ctx)), {
    where: [
      !ctx.actor.isHQ && equals('Staff.BuildingId', ctx.actor.buildingId),
      anyOf([contains('Username', Search.Name), containsName('FullName', Search.Name)]),
      // In the lists of the specification, the filter "Outlet HQ" means all outlets.
      Search.OutletCode !== 'HQ' && equals('Building.Code', Search.OutletCode),
      contains('SourceIP', Search.SourceIP),
      equals('Kind', Search.Kind),
      equals('UserAccount.UserId', Search.UserId),
    ],
    tie: 'SessionId',
    map: toListed(ctx),
  })
