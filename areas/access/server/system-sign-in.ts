import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { recordLoginActivity } from './login-activity.ts'
import { isAddressInNetworks } from './networks.ts'
import { createSession } from './open-session.ts'
import { compareWithDummyHash, verifyPassword } from './passwords.ts'
import {
  clearSignInAttempts,
  countSignInAttempt,
  networkOfAddress,
  passwordAttemptThrottle,
  signInAttemptThrottlePerAddress,
} from './throttle.ts'
import { type NetworkAccount, recordNetwork } from './used-networks.ts'

/**
 * Exchanges the client credentials of a till or the ERP for a session with the account's scopes.
 * Only wrong secrets are counted: tills of a shop share an address, and one outdated secret must not lock out the others.
 * Counting after the comparison of the secret is safe, because a secret has 256 random bits.
 */
export async function systemSignIn(ctx: Ctx, { ClientId, ClientSecret }: Input<typeof contract.systemSignIn>) {
  return openSystemSession(ctx, await verifyClientCredentials(ctx, ClientId, ClientSecret), 'Signed in')
}

/** Finds the account of client credentials. Throws if they are wrong. */
export async function verifyClientCredentials(ctx: Ctx, ClientId: string, ClientSecret: string) {
  const username = ClientId.toLowerCase()
  const network = networkOfAddress(ctx.sourceIP)
  const accountKey = `client ${username} ${network}`
  const addressKey = `client ${network}`

  const account = await ctx.db
    .selectFrom('UserAccount')
    .select([...sessionAccountFields, 'PasswordHash', 'PreviousPasswordHash', 'PreviousValidUntil'])
    .where('Username', '=', username)
    .where('Kind', '=', 'System')
    .where('Status', '=', 'Active')
    .executeTakeFirst()
  const right = account?.PasswordHash
    ? (await verifyPassword(account.PasswordHash, ClientSecret)) || (await isPreviousSecret(ctx, account, ClientSecret))
    : await compareWithDummyHash(ClientSecret)
  if (!account || !right) {
    await countSignInAttempt(ctx, accountKey, passwordAttemptThrottle)
    await countSignInAttempt(ctx, addressKey, signInAttemptThrottlePerAddress)
    await recordLoginActivity(ctx, account?.UserId ?? null, 'Wrong client credentials')
    throw contract.accessRefusals.wrongCredentials().keepingWrites()
  }

  await clearSignInAttempts(ctx, accountKey)
  return account
}

/** The fields of an account that opening a session needs. */
export const sessionAccountFields = [
  'UserId',
  'Username',
  'DisplayName',
  'Scopes',
  'Networks',
  'EndsOn',
  'LastSignInAt',
] as const
type Account = NetworkAccount & { Scopes: string[]; EndsOn: string | null }

/**
 * Opens a session for a program whose identity is proved, with all or some of the account's scopes.
 * Refuses an address outside the account's networks, and an account whose last day has passed.
 */
export async function openSystemSession(ctx: Ctx, account: Account, description: string, scopes = account.Scopes) {
  if (!isAddressInNetworks(ctx.sourceIP, account.Networks)) throw contract.accessRefusals.otherNetwork()
  if (account.EndsOn !== null && account.EndsOn < ctx.today)
    throw contract.accessRefusals.accountEnded({ Date: account.EndsOn })
  await recordNetwork(ctx, account)
  await ctx.db.updateTable('UserAccount').set({ LastSignInAt: ctx.now }).where('UserId', '=', account.UserId).execute()
  const seconds = (await readSettings(ctx))['access.systemSessionMinutes'] * 60
  const { token, label } = await createSession(ctx, {
    audience: 'system',
    userId: account.UserId,
    seconds,
    scopes: scopes === account.Scopes ? null : scopes,
  })
  await recordLoginActivity(ctx, account.UserId, description, label)
  return { access_token: token, expires_in: seconds, scopes }
}

type Previous = { PreviousPasswordHash: string | null; PreviousValidUntil: string | null }

/** True if the secret is the previous one, which stays valid for the grace period after a change of the secret. */
async function isPreviousSecret(ctx: Ctx, { PreviousPasswordHash, PreviousValidUntil }: Previous, secret: string) {
  if (!PreviousPasswordHash || !PreviousValidUntil || Date.parse(PreviousValidUntil) <= ctx.now.getTime()) return false
  return verifyPassword(PreviousPasswordHash, secret)
}
