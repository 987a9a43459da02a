import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type unlockAccount as endpoint, passwordRefusals } from '../../contract/passwords.ts'
import { accessRefusals } from '../../contract.ts'
import { assertWithinCallerRights } from '../accounts/caller-rights.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { deleteSendCountersOfAccount } from '../sends.ts'
import { clearSignInAttemptsOfAccount } from '../throttle.ts'

/** Ends the waiting time after too many wrong attempts to sign in. The password stays the same. */
export async function unlockAccount(ctx: Ctx, { UserId }: Input<typeof endpoint>) {
  if (!ctx.actor.isHQ) throw accessRefusals.forbidden()
  const account = await ctx.db
    .selectFrom('UserAccount')
    .select(['UserId', 'Username', 'Status'])
    .where('UserId', '=', UserId)
    .where('Status', '!=', 'Deleted')
    .executeTakeFirst()
  if (!account) throw passwordRefusals.noSuchAccount()
  await assertWithinCallerRights(ctx, [UserId])
  if (account.Status !== 'Active') throw passwordRefusals.accountNotActive()

  const clearedCounters = await clearSignInAttemptsOfAccount(ctx, account)
  await deleteSendCountersOfAccount(ctx, account)
  await recordLoginActivity(ctx, UserId, `Unlocked by ${ctx.actor.name}`)
  ctx.audit('Unlock Account', 'UserAccount', UserId)
  return {
    Username: account.Username,
    Forgotten: clearedCounters.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0),
  }
}
