import type { Ctx } from '#kit/server/ctx.ts'
import { readSessionPolicy } from './open-session.ts'
import { readPasskeyDuty } from './passkeys/passkey-duty.ts'
import { readUserInfo } from './user-info.ts'

/** Returns the signed-in user, and the part of the user's session that the browser may know. */
export async function getProfile(ctx: Ctx) {
  const [{ idleSeconds }, user_info, session] = await Promise.all([
    readSessionPolicy(ctx),
    readUserInfo(ctx, ctx.actor.userId!),
    ctx.db
      .selectFrom('Session')
      .select(['Label', 'CreatedAt', 'SourceIP', 'ExpiresAt', 'PasskeyId'])
      .where('SessionId', '=', ctx.actor.sessionId!)
      .executeTakeFirstOrThrow(),
  ])
  const duty = await readPasskeyDuty(ctx, ctx.actor.userId!, session.PasskeyId)
  return {
    user_info,
    session: {
      unique_session_id: session.Label,
      login_date_time: session.CreatedAt,
      client_ip_address: session.SourceIP,
      idle_seconds: idleSeconds,
      expires_at: session.ExpiresAt,
      needs_passkey: duty === 'add',
    },
  }
}
