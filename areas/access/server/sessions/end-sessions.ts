import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import type * as contract from '../../contract/sessions.ts'
import { sessionRefusals } from '../../contract/sessions.ts'
import { neverUpwards } from '../accounts/never-upwards.ts'
import { endReasons, endSessionsOf, type SessionEndReason } from '../end-reasons.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { sessionPolicy } from '../open-session.ts'
import { openSessions } from './list-sessions.ts'

/** From the commit on, no call is answered with this session, on no server (see access_check). */
export async function endSession(ctx: Ctx, SessionId: number, EndReason: SessionEndReason) {
  await ctx.db
    .updateTable('Session')
    .set({ EndedAt: ctx.now, EndReason, EndedById: ctx.actor.userId })
    .where('SessionId', '=', SessionId)
    .where('EndedAt', 'is', null)
    .execute()
}

/** Another's session is not there for those who may not end it: its number tells nothing. */
export async function endOneSession(ctx: Ctx, { SessionId }: Input<typeof contract.endSession>) {
  const { actor } = ctx
  let query = openSessions(ctx, await sessionPolicy(ctx)).where('SessionId', '=', SessionId)
  if (!actor.privileges.has('Force Logout')) query = query.where('UserAccount.UserId', '=', actor.userId!)
  else if (!actor.isHQ)
    query = query.where((eb) =>
      eb.or([eb('UserAccount.UserId', '=', actor.userId!), eb('Staff.BuildingId', '=', actor.buildingId)]),
    )
  const session = await query.forUpdate('Session').executeTakeFirst()
  if (!session) throw sessionRefusals.noSuchSession()

  await neverUpwards(ctx, [session.UserId])

  const own = session.UserId === actor.userId
  await endSession(ctx, SessionId, own ? endReasons.elsewhere : endReasons.byStaff)
  const line = own ? 'Signed out from another device' : `Signed out by ${actor.name}`
  await recordLoginActivity(ctx, session.UserId, line, session.Label)
  ctx.audit(own ? 'End Session' : 'Force Logout', 'UserAccount', session.UserId, `${line}. ${session.Label}`)
  return { SessionId }
}

export async function endOtherSessions(ctx: Ctx) {
  const { userId, sessionId } = ctx.actor
  const ended = await endSessionsOf(ctx, userId!, endReasons.elsewhere, { but: sessionId })
  for (const { Label } of ended) await recordLoginActivity(ctx, userId, 'Signed out from another device', Label)
  ctx.audit('End Other Sessions', 'UserAccount', userId!, `End Other Sessions. ${ended.length}`)
  return { SessionsEnded: ended.length }
}

/** Signs somebody out everywhere. Oneself, everywhere else. */
export async function endUserSessions(ctx: Ctx, { UserId }: Input<typeof contract.endUserSessions>) {
  const { actor } = ctx
  let query = ctx.db
    .selectFrom('UserAccount')
    .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select('UserId')
    .where('UserId', '=', UserId)
  if (!actor.isHQ) query = query.where('Staff.BuildingId', '=', actor.buildingId)
  if (!(await query.executeTakeFirst())) throw passwordRefusals.noSuchAccount()
  await neverUpwards(ctx, [UserId])

  const own = UserId === actor.userId
  const ended = await endSessionsOf(ctx, UserId, own ? endReasons.elsewhere : endReasons.byStaff, {
    but: own ? actor.sessionId : null,
  })
  const line = own ? 'Signed out from another device' : `Signed out by ${actor.name}`
  for (const { Label } of ended) await recordLoginActivity(ctx, UserId, line, Label)
  ctx.audit('Force Logout', 'UserAccount', UserId, `${line}. ${ended.length} sessions`)
  return { SessionsEnded: ended.length }
}
