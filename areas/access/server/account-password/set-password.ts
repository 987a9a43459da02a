import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import { voidWhatWasSent } from '../accounts/update-user.ts'
import { endSessionsOf, type SessionEndReason } from '../end-reasons.ts'
import { passwordChangedMail } from '../mails.ts'
import { hashOfPassword, isPassword } from '../passwords.ts'
import { writeTo } from '../reader.ts'
import { isCommon, isPersonal } from './password-rules.ts'

type OwnAccount = {
  UserId: number
  Username: string
  PasswordHash: string | null
  FullName: string
  PreferredName: string
  Email: string | null
  ContactNo: string | null
}

/** Refuses a password that is easy to guess, for everybody or for those who know its owner. */
export async function validatePassword(ctx: Ctx, account: OwnAccount, password: string) {
  const Length = (await settings(ctx))['access.passwordLength']
  if ([...password].length < Length) throw passwordRefusals.shortPassword({ Length })
  if (isCommon(password)) throw passwordRefusals.commonPassword()
  if (isPersonal(password, [account.Username, account.FullName, account.PreferredName]))
    throw passwordRefusals.personalPassword()
  if (account.PasswordHash !== null && (await isPassword(account.PasswordHash, password)))
    throw passwordRefusals.samePassword()
}

/** The new password counts from here on, and nothing that was begun with the old one does. */
export async function setPassword(ctx: Ctx, account: OwnAccount, password: string, reason: SessionEndReason) {
  const { UserId } = account
  await ctx.db
    .updateTable('UserAccount')
    .set({ PasswordHash: await hashOfPassword(password), PasswordChangedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
  await voidWhatWasSent(ctx, UserId)
  const ended = await endSessionsOf(ctx, UserId, reason)
  if (account.Email)
    await writeTo(ctx, UserId, { address: account.Email }, passwordChangedMail, { username: account.Username })
  return ended.length
}
