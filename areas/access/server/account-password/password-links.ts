import type { Ctx } from '#kit/server/ctx.ts'
import { RESET_LINK_SECONDS } from '../../contract/passwords.ts'
import { loginPath } from '../../paths.ts'
import { sendAccountMessage } from '../account-messages.ts'
import { passwordResetMail, welcomeToAccountMail } from '../mails.ts'
import { findCodeRecipient } from '../one-time-code.ts'
import { createSessionToken, hashSessionToken } from '../tokens.ts'

// One-time links to set a password. The token is in the URL fragment, which browsers send to no server.

export const WELCOME_LINK_SECONDS = 72 * 3600

/** Creates a link to set the password of an account, and returns the path of the link. */
export async function createPasswordLink(
  { db, now, sourceIP = null }: Pick<Ctx, 'db' | 'now'> & Partial<Pick<Ctx, 'sourceIP'>>,
  { userId, requestedById, seconds }: { userId: number; requestedById: number | null; seconds: number },
) {
  const token = createSessionToken()
  await db
    .insertInto('PasswordLink')
    .values({
      TokenHash: hashSessionToken(token)!,
      UserId: userId,
      RequestedById: requestedById,
      SourceIP: sourceIP,
      CreatedAt: now,
      ExpiresAt: new Date(now.getTime() + seconds * 1000),
    })
    .execute()
  return `${loginPath({ step: 'reset' })}#${token}`
}

type Account = { UserId: number; Username: string; Email: string | null; ContactNo: string | null }

/** Sends a link to set the password; `welcome` is for new accounts. Returns the address and the validity in seconds. */
export async function sendPasswordLink(ctx: Ctx, account: Account, kind: 'reset' | 'welcome' = 'reset') {
  const to = findCodeRecipient(account)
  const seconds = kind === 'welcome' ? WELCOME_LINK_SECONDS : RESET_LINK_SECONDS
  const path = await createPasswordLink(ctx, { userId: account.UserId, requestedById: ctx.actor.userId, seconds })
  await sendAccountMessage(ctx, account.UserId, to, kind === 'welcome' ? welcomeToAccountMail : passwordResetMail, {
    username: account.Username,
    link: ctx.services.webUrl + path,
    hours: seconds / 3600,
    minutes: seconds / 60,
  })
  return { address: to.address, seconds }
}
