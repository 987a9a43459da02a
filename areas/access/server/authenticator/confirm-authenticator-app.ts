import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type confirmAuthenticatorApp as call, passwordRefusals } from '../../contract/passwords.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { readSignInCodePolicy } from '../one-time-code.ts'
import { findMatchingTotpStep } from './authenticator-codes.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { openAuthenticatorSecret } from './sealed-secret.ts'

const SETUP_SECONDS = 30 * 60

/** Turns authenticator codes on with a first valid code, which is used up. */
export async function confirmAuthenticatorApp(ctx: Ctx, { Code }: Input<typeof call>) {
  const UserId = ctx.actor.userId!
  const { attemptsMost } = await readSignInCodePolicy(ctx)
  // Counts the attempt before the code is compared, as for every code.
  const begun = await ctx.db
    .updateTable('Authenticator')
    .set({ Attempts: sql`attempts + 1` })
    .where('UserId', '=', UserId)
    .where('ConfirmedAt', 'is', null)
    .where('Attempts', '<', attemptsMost)
    .where('CreatedAt', '>', new Date(ctx.now.getTime() - SETUP_SECONDS * 1000).toISOString())
    .returning(['SecretSealed', 'KeyId'])
    .executeTakeFirst()
  const secret = begun && openAuthenticatorSecret(ctx.services, UserId, begun)
  if (!secret) throw passwordRefusals.setupExpired()
  const step = findMatchingTotpStep(secret, Code.replace(/\s/g, ''), ctx.now)
  if (step === undefined) throw passwordRefusals.wrongAuthenticatorCode().keepingWrites()

  await ctx.db
    .updateTable('Authenticator')
    .set({ ConfirmedAt: ctx.now, LastStep: step, LastUsedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
  const RecoveryCodes = await makeRecoveryCodes(ctx, UserId)
  await recordLoginActivity(ctx, UserId, 'Authenticator codes turned on')
  ctx.audit('Turn On Authenticator', 'UserAccount', UserId)
  return { RecoveryCodes }
}
