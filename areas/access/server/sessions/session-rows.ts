import type { Ctx } from '#kit/server/ctx.ts'
import { deviceOf } from './device-of.ts'

/** The sessions that are open now: neither ended, nor over by the clock, nor silent for too long. */
export const openSessions = (ctx: Ctx, { idleSeconds }: { idleSeconds: number }) =>
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

/** As lists show it: the device in words, and which one is the caller's own. */
export const shown =
  (ctx: Ctx) =>
  <Row extends { SessionId: number; UserAgent: string | null }>({ UserAgent, ...row }: Row) => ({
    ...row,
    Device: deviceOf(UserAgent),
    IsThisOne: row.SessionId === ctx.actor.sessionId,
  })
