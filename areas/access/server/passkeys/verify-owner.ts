import type { Ctx } from '#kit/server/ctx.ts'
import { passkeyRefusals } from '../../contract/passkeys.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import { verifyOwnPassword } from '../account-password/prove-password.ts'

const RECENT_MS = 10 * 60 * 1000

/**
 * Checks the owner of the session before a change of passkeys, by the password of the account.
 * An account that only signs in through a provider has no password; its session must be at most ten minutes old.
 */
export async function verifyOwner(ctx: Ctx, password: string | undefined) {
  if (password !== undefined) return verifyOwnPassword(ctx, password)
  const owner = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .innerJoin('Session', 'Session.UserId', 'UserAccount.UserId')
    .select(['UserAccount.UserId', 'Username', 'FullName', 'PasswordHash', 'Session.CreatedAt'])
    .where('SessionId', '=', ctx.actor.sessionId!)
    .executeTakeFirstOrThrow()
  if (owner.PasswordHash !== null) throw passwordRefusals.wrongPassword()
  if (ctx.now.getTime() - Date.parse(owner.CreatedAt) > RECENT_MS) throw passkeyRefusals.signInAgain()
  return owner
}
