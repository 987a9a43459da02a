import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type endSession as call, sessionRefusals } from '../../contract/sessions.ts'
import { neverUpwards } from '../accounts/never-upwards.ts'
import { endSession } from '../end-session.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { endings } from '../session-endings.ts'
import { sessionPolicy } from '../session-policy.ts'
import { openSessions } from './session-rows.ts'

/** Another's session is not there for those who may not end it: its number tells nothing. */
export async function endOneSession(ctx: Ctx, { SessionId }: Input<typeof call>) {
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
  await endSession(ctx, SessionId, own ? endings.elsewhere : endings.byStaff)
  const line = own ? 'Signed out from another device' : `Signed out by ${actor.name}`
  await recordLoginActivity(ctx, session.UserId, line, session.Label)
  ctx.audit(own ? 'End Session' : 'Force Logout', 'UserAccount', session.UserId, `${line}. ${session.Label}`)
  return { SessionId }
}
