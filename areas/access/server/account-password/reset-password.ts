import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type resetPassword as call, passwordRefusals } from '../../contract/passwords.ts'
import { sessionEndReasons } from '../end-reasons.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { deleteSendCountersOfAccount } from '../sends.ts'
import { clearSignInAttemptsOfAccount } from '../throttle.ts'
import { hashSessionToken } from '../tokens.ts'
import { setPassword, validatePassword } from './set-password.ts'

/** Sets the password by a one-time link. The user still has to sign in afterwards, with password and code. */
export async function resetPassword(ctx: Ctx, { Token, NewPassword }: Input<typeof call>) {
  const hash = hashSessionToken(Token)
  if (!hash) throw passwordRefusals.linkExpired()
  // Marks the link as used before checking the password, so that only one of several concurrent requests succeeds.
  // If the new password is refused, the rollback makes the link valid again.
  const link = await ctx.db
    .updateTable('PasswordLink')
    .set({ UsedAt: ctx.now })
    .where('TokenHash', '=', hash)
    .where('UsedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .where('UserId', 'is not', null)
    .returning('UserId')
    .executeTakeFirst()
  if (!link?.UserId) throw passwordRefusals.linkExpired()
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'Username', 'PasswordHash', 'FullName', 'PreferredName', 'Email', 'ContactNo'])
    .where('UserId', '=', link.UserId)
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .executeTakeFirst()
  if (!account) throw passwordRefusals.linkExpired()
  await validatePassword(ctx, account, NewPassword)

  await setPassword(ctx, account, NewPassword, sessionEndReasons.passwordReset)
  await clearSignInAttemptsOfAccount(ctx, account)
  await deleteSendCountersOfAccount(ctx, account)
  await recordLoginActivity(ctx, account.UserId, 'Password reset by link')
  ctx.audit('Reset Password', 'UserAccount', account.UserId)
  return { Username: account.Username }
}
