import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type renewRecoveryCodes as call, passwordRefusals } from '../../contract/passwords.ts'
import { provePassword } from '../account-password/prove-password.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { hasAuthenticator } from './authenticator-codes.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

export async function renewRecoveryCodes(ctx: Ctx, { CurrentPassword }: Input<typeof call>) {
  const { UserId } = await provePassword(ctx, CurrentPassword)
  if (!(await hasAuthenticator(ctx, UserId))) throw passwordRefusals.authenticatorOff()

  const RecoveryCodes = await makeRecoveryCodes(ctx, UserId)
  await recordLoginActivity(ctx, UserId, 'Recovery codes renewed')
  ctx.audit('Renew Recovery Codes', 'UserAccount', UserId)
  return { RecoveryCodes }
}
