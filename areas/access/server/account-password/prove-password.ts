import type { Ctx } from '#kit/server/ctx.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { isPassword } from '../passwords.ts'
import { clearAttempts, countAttempt, networkOf, passwordThrottle } from '../throttle.ts'

/**
 * Anyone who sits at an open session must still know its password before they change how one comes in. Counted before it
 * is compared, as at the sign-in.
 */
export async function provePassword(ctx: Ctx, password: string) {
  const UserId = ctx.actor.userId!
  const key = `own password ${UserId} ${networkOf(ctx.sourceIP)}`
  await countAttempt(ctx, key, passwordThrottle)
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'Username', 'PasswordHash', 'FullName', 'PreferredName', 'Email', 'ContactNo'])
    .where('UserId', '=', UserId)
    .executeTakeFirstOrThrow()
  // An account that only signs in by another provider has none.
  if (account.PasswordHash === null || !(await isPassword(account.PasswordHash, password))) {
    await recordLoginActivity(ctx, UserId, 'Wrong current password')
    throw passwordRefusals.wrongPassword().keepingWrites()
  }
  await clearAttempts(ctx, key)
  return account
}
