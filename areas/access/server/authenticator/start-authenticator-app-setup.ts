import { Secret } from 'otpauth'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type startAuthenticatorAppSetup as call, passwordRefusals } from '../../contract/passwords.ts'
import { verifyOwnPassword } from '../account-password/prove-password.ts'
import { createTotp, hasAuthenticatorApp } from './authenticator-codes.ts'
import { sealAuthenticatorSecret } from './sealed-secret.ts'

const SECRET_BYTES = 20

/** Creates a secret for the authenticator app, and discards an earlier set-up that was not finished. */
export async function startAuthenticatorAppSetup(ctx: Ctx, { CurrentPassword }: Input<typeof call>) {
  const { UserId, Username } = await verifyOwnPassword(ctx, CurrentPassword)
  if (await hasAuthenticatorApp(ctx, UserId)) throw passwordRefusals.authenticatorOn()

  const secret = new Secret({ size: SECRET_BYTES }).base32
  const row = {
    ...sealAuthenticatorSecret(ctx.services, UserId, secret),
    CreatedAt: ctx.now,
    Attempts: 0,
    LastStep: null,
    LastUsedAt: null,
  }
  await ctx.db
    .insertInto('Authenticator')
    .values({ UserId, ...row })
    .onConflict((oc) => oc.column('UserId').doUpdateSet(row))
    .execute()
  ctx.audit('Start Authenticator', 'UserAccount', UserId)
  return { Secret: secret, Uri: createTotp(Username, secret).toString() }
}
