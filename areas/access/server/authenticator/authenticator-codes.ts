import { Secret, TOTP } from 'otpauth'
import type { Ctx } from '#kit/server/ctx.ts'
import { open, presentKeyId, seal } from './sealed-secret.ts'

const PERIOD_SECONDS = 30

/** What every authenticator app knows: six digits that change every half minute. */
export const totpOf = (username: string, secret: string) =>
  new TOTP({
    issuer: 'Carat',
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

/** The half minute that a code is right for: the present one, or one beside it, as clocks differ. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf('', secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Whether this account's app shows this code now, and nobody has used it yet. */
export async function takeAuthenticatorCode(ctx: Ctx, UserId: number, code: string): Promise<boolean> {
  const kept = await ctx.db
    .selectFrom('Authenticator')
    .select(['SecretSealed', 'KeyId'])
    .where('UserId', '=', UserId)
    .where('ConfirmedAt', 'is not', null)
    .executeTakeFirst()
  const secret = kept && open(ctx.services, UserId, kept)
  const step = secret && stepOf(secret, code, ctx.now)
  if (!kept || !secret || step === undefined || step === '') return false
  // Only forward: the code of a half minute that was used, or of an earlier one, is dead, no matter who comes second.
  const taken = await ctx.db
    .updateTable('Authenticator')
    .set({
      LastStep: step,
      LastUsedAt: ctx.now,
      ...(kept.KeyId !== presentKeyId(ctx.services) && seal(ctx.services, UserId, secret)),
    })
    .where('UserId', '=', UserId)
    .where((eb) => eb.or([eb('LastStep', 'is', null), eb('LastStep', '<', step)]))
    .returning('UserId')
    .executeTakeFirst()
  return taken !== undefined
}

export async function hasAuthenticator({ db }: Pick<Ctx, 'db'>, UserId: number) {
  const kept = await db
    .selectFrom('Authenticator')
    .select('UserId')
    .where('UserId', '=', UserId)
    .where('ConfirmedAt', 'is not', null)
    .executeTakeFirst()
  return kept !== undefined
}
