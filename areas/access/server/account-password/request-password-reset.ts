import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type requestPasswordReset as call, passwordRefusals } from '../../contract/passwords.ts'
import { accessRefusals } from '../../contract.ts'
import { assertWithinCallerRights } from '../accounts/caller-rights.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { maskAddress } from '../one-time-code.ts'
import { countAccountMessage } from '../sends.ts'
import { sendPasswordLink } from './password-links.ts'

/** Sends a user the usual reset link on request of head office, which never sets a user's password itself. */
export async function requestPasswordReset(ctx: Ctx, { UserId }: Input<typeof call>) {
  if (!ctx.actor.isHQ) throw accessRefusals.forbidden()
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select([
      'UserId',
      'Username',
      'PasswordHash',
      'Email',
      'ContactNo',
      'UserAccount.Status',
      'Staff.Status as StaffStatus',
    ])
    .where('UserId', '=', UserId)
    .where('UserAccount.Status', '!=', 'Deleted')
    .executeTakeFirst()
  if (!account) throw passwordRefusals.noSuchAccount()
  await assertWithinCallerRights(ctx, [UserId])
  if (account.Status !== 'Active' || account.StaffStatus !== 'Active') throw passwordRefusals.accountNotActive()

  await countAccountMessage(ctx, 'request', UserId)
  const { address, seconds } = await sendPasswordLink(ctx, account, account.PasswordHash === null ? 'welcome' : 'reset')
  await recordLoginActivity(ctx, UserId, `Link for a new password sent by ${ctx.actor.name}`)
  ctx.audit('Request Password Reset', 'UserAccount', UserId)
  return { SentTo: maskAddress(address), ExpiresIn: seconds }
}
