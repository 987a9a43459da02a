import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type removeAuthenticatorApp as call, passwordRefusals } from '../../contract/passwords.ts'
import { sendAccountMessage } from '../account-messages.ts'
import { verifyOwnPassword } from '../account-password/prove-password.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { authenticatorRemovedMail } from '../mails.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/** Switches back to codes by e-mail. Notifies the owner of the account, in case another person made the change. */
export async function removeAuthenticatorApp(ctx: Ctx, { CurrentPassword }: Input<typeof call>) {
  const { UserId, Username, Email } = await verifyOwnPassword(ctx, CurrentPassword)
  const removed = await ctx.db
    .deleteFrom('Authenticator')
    .where('UserId', '=', UserId)
    .where('ConfirmedAt', 'is not', null)
    .returning('UserId')
    .executeTakeFirst()
  if (!removed) throw passwordRefusals.authenticatorOff()

  await deleteRecoveryCodes(ctx, UserId)
  if (Email) await sendAccountMessage(ctx, UserId, { address: Email }, authenticatorRemovedMail, { username: Username })
  await recordLoginActivity(ctx, UserId, 'Authenticator codes turned off')
  ctx.audit('Turn Off Authenticator', 'UserAccount', UserId)
  return {}
}
