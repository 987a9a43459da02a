import type { Ctx } from '#kit/server/ctx.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { verifyPassword } from '../passwords.ts'
import { clearSignInAttempts, countSignInAttempt, networkOfAddress, passwordAttemptThrottle } from '../throttle.ts'

/**
 * Checks the password of the signed-in user before a change of how the user signs in.
 * The attempt is counted before the password is compared, as at sign-in.
 */
export async function verifyOwnPassword(ctx: Ctx, password: string) {
  const UserId = ctx.actor.userId!
  const key = `own password ${UserId} ${networkOfAddress(ctx.sourceIP)}`
  await countSignInAttempt(ctx, key, passwordAttemptThrottle)
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'Username', 'PasswordHash', 'FullName', 'PreferredName', 'Email', 'ContactNo'])
    .where('UserId', '=', UserId)
    .executeTakeFirstOrThrow()
  // An account that only signs in through an external provider has no password.
  if (account.PasswordHash === null || !(await verifyPassword(account.PasswordHash, password))) {
    await recordLoginActivity(ctx, UserId, 'Wrong current password')
    throw passwordRefusals.wrongPassword().keepingWrites()
  }
  await clearSignInAttempts(ctx, key)
  return account
}
