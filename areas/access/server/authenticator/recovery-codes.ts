import { randomInt } from 'node:crypto'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/passwords.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import { verifyOwnPassword } from '../account-password/prove-password.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { hasAuthenticatorApp } from './authenticator-codes.ts'
import { hashesOfRecoveryCode } from './sealed-secret.ts'

/** The alphabet of recovery codes: Crockford's base 32, in which no two characters look alike. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODES = 10

const randomPart = () => Array.from({ length: 5 }, () => letters[randomInt(32)]).join('')

/** Replaces the recovery codes by ten new ones. Only the return value contains the codes in plain text. */
export async function makeRecoveryCodes(ctx: Ctx, UserId: number) {
  const codes = Array.from({ length: CODES }, () => `${randomPart()}-${randomPart()}`)
  await deleteRecoveryCodes(ctx, UserId)
  await ctx.db
    .insertInto('RecoveryCode')
    .values(
      codes.map((code) => ({
        UserId,
        CodeHash: hashesOfRecoveryCode(ctx.services, UserId, normalise(code))[0]!,
        CreatedAt: ctx.now,
      })),
    )
    .execute()
  return codes
}

export const deleteRecoveryCodes = ({ db }: Ctx, UserId: number) =>
  db.deleteFrom('RecoveryCode').where('UserId', '=', UserId).execute()

/** Uses up a recovery code. Returns false if the code is invalid. */
export async function consumeRecoveryCode(ctx: Ctx, UserId: number, code: string): Promise<boolean> {
  const deleted = await ctx.db
    .updateTable('RecoveryCode')
    .set({ UsedAt: ctx.now })
    .where('UserId', '=', UserId)
    .where('CodeHash', 'in', hashesOfRecoveryCode(ctx.services, UserId, normalise(code)))
    .where('UsedAt', 'is', null)
    .returning('UserId')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Normalises a typed code: upper case, no spaces or hyphens, 0 for O, 1 for I and L. */
const normalise = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

export async function renewRecoveryCodes(ctx: Ctx, { CurrentPassword }: Input<typeof contract.renewRecoveryCodes>) {
  const { UserId } = await verifyOwnPassword(ctx, CurrentPassword)
  if (!(await hasAuthenticatorApp(ctx, UserId))) throw passwordRefusals.authenticatorOff()

  const RecoveryCodes = await makeRecoveryCodes(ctx, UserId)
  await recordLoginActivity(ctx, UserId, 'Recovery codes renewed')
  ctx.audit('Renew Recovery Codes', 'UserAccount', UserId)
  return { RecoveryCodes }
}
