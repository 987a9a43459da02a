import { settings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { recordLoginActivity } from './login-activity.ts'
import { openSession } from './open-session.ts'
import { comparedToNobody, isPassword } from './passwords.ts'
import { addressThrottle, clearAttempts, countAttempt, networkOf, passwordThrottle } from './throttle.ts'

/**
 * A till or the ERP exchanges its client credentials for a session that can do what its scopes say. Attempts are checked
 * before they are counted: all tills of a shop share its address and often a client, and one that still has an old secret
 * must not lock the others out. A secret is 256 random bits, which no number of attempts guesses; wrong ones have to
 * wait once there were too many.
 */
export async function systemSignIn(ctx: Ctx, { ClientId, ClientSecret }: Input<typeof contract.systemSignIn>) {
  const username = ClientId.toLowerCase()
  const network = networkOf(ctx.sourceIP)
  const accountKey = `client ${username} ${network}`
  const addressKey = `client ${network}`

  const account = await ctx.db
    .selectFrom('UserAccount')
    .select(['UserId', 'PasswordHash', 'PreviousPasswordHash', 'PreviousValidUntil', 'Scopes'])
    .where('Username', '=', username)
    .where('Kind', '=', 'System')
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  const right = account?.PasswordHash
    ? (await isPassword(account.PasswordHash, ClientSecret)) || (await isPreviousSecret(ctx, account, ClientSecret))
    : await comparedToNobody(ClientSecret)
  if (!account || !right) {
    await countAttempt(ctx, accountKey, passwordThrottle)
    await countAttempt(ctx, addressKey, addressThrottle)
    await recordLoginActivity(ctx, account?.UserId ?? null, 'Wrong client credentials')
    throw contract.refusals.wrongCredentials().keepingWrites()
  }

  await clearAttempts(ctx, accountKey)
  return admitProgram(ctx, account, 'Signed in')
}

/** A session of the program that has proved which one it is, by whatever means. */
export async function admitProgram(ctx: Ctx, account: { UserId: number; Scopes: string[] }, description: string) {
  await ctx.db.updateTable('UserAccount').set({ LastSignInAt: ctx.now }).where('UserId', '=', account.UserId).execute()
  const seconds = (await settings(ctx))['access.systemSessionMinutes'] * 60
  const { token, label } = await openSession(ctx, { audience: 'system', userId: account.UserId, seconds })
  await recordLoginActivity(ctx, account.UserId, description, label)
  return { access_token: token, expires_in: seconds, scopes: account.Scopes }
}

type Previous = { PreviousPasswordHash: string | null; PreviousValidUntil: string | null }

/** After a secret was exchanged, the one before it counts for some hours more. */
async function isPreviousSecret(ctx: Ctx, { PreviousPasswordHash, PreviousValidUntil }: Previous, secret: string) {
  if (!PreviousPasswordHash || !PreviousValidUntil || Date.parse(PreviousValidUntil) <= ctx.now.getTime()) return false
  return isPassword(PreviousPasswordHash, secret)
}
