import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import type * as contract from '../../contract/sessions.ts'
import { sessionRefusals } from '../../contract/sessions.ts'
import { assertWithinCallerRights } from '../accounts/caller-rights.ts'
import { endSessionsOfAccount, type SessionEndReason, sessionEndReasons } from '../end-reasons.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { readSessionPolicy } from '../open-session.ts'
import { selectOpenSessions } from './list-sessions.ts'

/** Ends a session. Once the change is committed, every server refuses calls of the session (see access_check). */
export async function endSession(ctx: Ctx, SessionId: number, EndReason: SessionEndReason) {
  await ctx.db
    .updateTable('Session')
    .set({ EndedAt: ctx.now, EndReason, EndedById: ctx.actor.userId })
    .where('SessionId', '=', SessionId)
    .where('EndedAt', 'is', null)
    .execute()
}

/** Ends the session with this id. A session that the caller may not end gives the same error as an unknown id. */
export async function endOneSession(ctx: Ctx, { SessionId }: Input<typeof contract.endSession>) {
  const { actor } = ctx
  let query = selectOpenSessions(ctx, await readSessionPolicy(ctx)).where('SessionId', '=', SessionId)
  if (!actor.privileges.has('Force Logout')) query = query.where('UserAccount.UserId', '=', actor.userId!)
  else if (!actor.isHQ)
    query = query.where((eb) =>
      eb.or([eb('UserAccount.UserId', '=', actor.userId!), eb('Staff.BuildingId', '=', actor.buildingId)]),
    )
  const session = await query.forUpdate('Session').executeTakeFirst()
  if (!session) throw sessionRefusals.noSuchSession()

  await assertWithinCallerRights(ctx, [session.UserId])

  const isOwn = session.UserId === actor.userId
  await endSession(ctx, SessionId, isOwn ? sessionEndReasons.elsewhere : sessionEndReasons.byStaff)
  const line = isOwn ? 'Signed out from another device' : `Signed out by ${actor.name}`
  await recordLoginActivity(ctx, session.UserId, line, session.Label)
  ctx.audit(isOwn ? 'End Session' : 'Force Logout', 'UserAccount', session.UserId, `${line}. ${session.Label}`)
  return { SessionId }
}

export async function endOtherSessions(ctx: Ctx) {
  const { userId, sessionId } = ctx.actor
  const ended = await endSessionsOfAccount(ctx, userId!, sessionEndReasons.elsewhere, { but: sessionId })
  for (const { Label } of ended) await recordLoginActivity(ctx, userId, 'Signed out from another device', Label)
  ctx.audit('End Other Sessions', 'UserAccount', userId!, `End Other Sessions. ${ended.length}`)
  return { SessionsEnded: ended.length }
}

/** Ends all sessions of a user. The current session of the caller stays open. */
export async function endUserSessions(ctx: Ctx, { UserId }: Input<typeof contract.endUserSessions>) {
  const { actor } = ctx
  let query = ctx.db
    .selectFrom('UserAccount')
    .leftJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select('UserId')
    .where('UserId', '=', UserId)
  if (!actor.isHQ) query = query.where('Staff.BuildingId', '=', actor.buildingId)
  if (!(await query.executeTakeFirst())) throw passwordRefusals.noSuchAccount()
  await assertWithinCallerRights(ctx, [UserId])

  const isOwn = UserId === actor.userId
  const ended = await endSessionsOfAccount(
    ctx,
    UserId,
    isOwn ? sessionEndReasons.elsewhere : sessionEndReasons.byStaff,
    {
      but: isOwn ? actor.sessionId : null,
    },
  )
  const line = isOwn ? 'Signed out from another device' : `Signed out by ${actor.name}`
  for (const { Label } of ended) await recordLoginActivity(ctx, UserId, line, Label)
  ctx.audit('Force Logout', 'UserAccount', UserId, `${line}. ${ended.length} sessions`)
  return { SessionsEnded: ended.length }
}
