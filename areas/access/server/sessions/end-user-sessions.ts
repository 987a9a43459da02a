import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import type { endUserSessions as call } from '../../contract/sessions.ts'
import { neverUpwards } from '../accounts/never-upwards.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { endings, endSessionsOf } from '../session-endings.ts'

/** Signs somebody out everywhere. Oneself, everywhere else. */
export async function endUserSessions(ctx: Ctx, { UserId }: Input<typeof call>) {
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
  const ended = await endSessionsOf(ctx, UserId, own ? endings.elsewhere : endings.byStaff, {
    but: own ? actor.sessionId : null,
  })
  const line = own ? 'Signed out from another device' : `Signed out by ${actor.name}`
  for (const { Label } of ended) await recordLoginActivity(ctx, UserId, line, Label)
  ctx.audit('Force Logout', 'UserAccount', UserId, `${line}. ${ended.length} sessions`)
  return { SessionsEnded: ended.length }
}
