import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { passwordRefusals } from '../../contract/passwords.ts'
import { sendAccountMessage } from '../account-messages.ts'
import { voidPendingCredentials } from '../accounts/update-user.ts'
import { endSessionsOfAccount, type SessionEndReason } from '../end-reasons.ts'
import { passwordChangedMail } from '../mails.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { containsOwnerName, isCommonPassword } from './password-rules.ts'

type OwnAccount = {
  UserId: number
  Username: string
  PasswordHash: string | null
  FullName: string
  PreferredName: string
  Email: string | null
  ContactNo: string | null
}

/** Refuses a new password that is too short, common, based on the owner's names, or unchanged. */
export async function validatePassword(ctx: Ctx, account: OwnAccount, password: string) {
  const Length = (await readSettings(ctx))['access.passwordLength']
  if ([...password].length < Length) throw passwordRefusals.shortPassword({ Length })
  if (isCommonPassword(password)) throw passwordRefusals.commonPassword()
  if (containsOwnerName(password, [account.Username, account.FullName, account.PreferredName]))
    throw passwordRefusals.personalPassword()
  if (account.PasswordHash !== null && (await verifyPassword(account.PasswordHash, password)))
    throw passwordRefusals.samePassword()
}

/** Stores the password, ends all sessions of the account, and voids its pending sign-ins, links and identity requests. */
export async function setPassword(ctx: Ctx, account: OwnAccount, password: string, reason: SessionEndReason) {
  const { UserId } = account
  await ctx.db
    .updateTable('UserAccount')
    .set({ PasswordHash: await hashPassword(password), PasswordChangedAt: ctx.now })
    .where('UserId', '=', UserId)
    .execute()
  await voidPendingCredentials(ctx, UserId)
  const ended = await endSessionsOfAccount(ctx, UserId, reason)
  if (account.Email)
    await sendAccountMessage(ctx, UserId, { address: account.Email }, passwordChangedMail, {
      username: account.Username,
    })
  return ended.length
}
