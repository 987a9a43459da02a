import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '#kit/server/ctx.ts'
import { currentKeyId, openAuthenticatorSecret, sealAuthenticatorSecret } from './sealed-secret.ts'

const PERIOD_SECONDS = 30

/** The TOTP settings that all authenticator apps support: six digits and a period of 30 seconds. */
export const createTotp = (username: string, secret: string) =>
  new TOTP({
    issuer: 'Carat',
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** Returns the 30-second step of a valid code. Also accepts the codes of the neighbouring steps, because clocks differ. */
export function findMatchingTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = createTotp('', secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Uses up an authenticator code. Returns false if the code is wrong or was used before. */
export async function consumeAuthenticatorCode(ctx: Ctx, UserId: number, code: string): Promise<boolean> {
  const authenticator = await ctx.db
    .selectFrom('Authenticator')
    .select(['SecretSealed', 'KeyId'])
    .where('UserId', '=', UserId)
    .where('ConfirmedAt', 'is not', null)
    .executeTakeFirst()
  const secret = authenticator && openAuthenticatorSecret(ctx.services, UserId, authenticator)
  const step = secret && findMatchingTotpStep(secret, code, ctx.now)
  if (!authenticator || !secret || step === undefined || step === '') return false
  // The stored step only increases, so a used code and all older codes are void, even for concurrent requests.
  const updated = await ctx.db
    .updateTable('Authenticator')
    .set({
      LastStep: step,
      LastUsedAt: ctx.now,
      ...(authenticator.KeyId !== currentKeyId(ctx.services) && sealAuthenticatorSecret(ctx.services, UserId, secret)),
    })
    .where('UserId', '=', UserId)
    .where((eb) => eb.or([eb('LastStep', 'is', null), eb('LastStep', '<', step)]))
    .returning('UserId')
    .executeTakeFirst()
  return updated !== undefined
}

export async function hasAuthenticatorApp({ db }: Pick<Ctx, 'db'>, UserId: number) {
  const authenticator = await db
    .selectFrom('Authenticator')
    .select('UserId')
    .where('UserId', '=', UserId)
    .where('ConfirmedAt', 'is not', null)
    .executeTakeFirst()
  return authenticator !== undefined
}
