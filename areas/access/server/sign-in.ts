import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { recordLoginActivity } from './login-activity.ts'
import { startSecondSignInStep } from './one-time-code.ts'
import { compareWithDummyHash, verifyPassword } from './passwords.ts'
import {
  assertSignInAttemptAllowed,
  clearSignInAttempts,
  countSignInAttempt,
  networkOfAddress,
  passwordAttemptThrottle,
  signInAttemptThrottlePerAddress,
} from './throttle.ts'

/** Checks the password and sends a one-time code. Unknown and disabled accounts get the error of a wrong password. */
export async function signIn(ctx: Ctx, { Username, Password }: Input<typeof contract.signIn>) {
  const username = Username.toLowerCase()
  const network = networkOfAddress(ctx.sourceIP)
  const accountKey = `password ${username} ${network}`
  const addressKey = `password ${network}`
  await assertSignInAttemptAllowed(ctx, addressKey, signInAttemptThrottlePerAddress)
  await countSignInAttempt(ctx, accountKey, passwordAttemptThrottle)

  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'PasswordHash', 'Email', 'ContactNo'])
    .where('Username', '=', username)
    .where('Kind', '=', 'Staff')
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .executeTakeFirst()
  const right = account?.PasswordHash
    ? await verifyPassword(account.PasswordHash, Password)
    : await compareWithDummyHash(Password)
  if (!account || !right) {
    await countSignInAttempt(ctx, addressKey, signInAttemptThrottlePerAddress)
    await recordLoginActivity(ctx, account?.UserId ?? null, 'Wrong user name or password')
    throw contract.accessRefusals.wrongCredentials().keepingWrites()
  }

  await clearSignInAttempts(ctx, accountKey)
  return startSecondSignInStep(ctx, account)
}
