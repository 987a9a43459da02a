import type { Ctx } from '#kit/server/ctx.ts'
import { LINK_SECONDS } from '../../contract/passwords.ts'
import { loginPath } from '../../paths.ts'
import { resetMail, welcomeMail } from '../mails.ts'
import { addressOf } from '../one-time-code.ts'
import { writeTo } from '../reader.ts'
import { hashOfToken, newToken } from '../tokens.ts'

// One-time links to set a password. The token stands in the fragment: neither a log nor another site ever sees it.

export const WELCOME_SECONDS = 72 * 3600

/** Makes a link of an account. Answers its path. */
export async function newPasswordLink(
  { db, now, sourceIP = null }: Pick<Ctx, 'db' | 'now'> & Partial<Pick<Ctx, 'sourceIP'>>,
  { userId, requestedById, seconds }: { userId: number; requestedById: number | null; seconds: number },
) {
  const token = newToken()
  await db
    .insertInto('PasswordLink')
    .values({
      TokenHash: hashOfToken(token)!,
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

/** Sends an account a link to set its password; `welcome` is for a new one. Answers where it went. */
export async function sendPasswordLink(ctx: Ctx, account: Account, kind: 'reset' | 'welcome' = 'reset') {
  const to = addressOf(account)
  const seconds = kind === 'welcome' ? WELCOME_SECONDS : LINK_SECONDS
  const path = await newPasswordLink(ctx, { userId: account.UserId, requestedById: ctx.actor.userId, seconds })
  await writeTo(ctx, account.UserId, to, kind === 'welcome' ? welcomeMail : resetMail, {
    username: account.Username,
    link: ctx.services.webUrl + path,
    hours: seconds / 3600,
    minutes: seconds / 60,
  })
  return { address: to.address, seconds }
}
