import { createHash, randomInt } from 'node:crypto'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as systems from '../contract/system-accounts.ts'
import { systemAccountRefusals } from '../contract/system-accounts.ts'
import * as contract from '../contract.ts'
import { getSystemAccount, lockSystemAccount, voidSystemCodes } from './accounts/system-accounts.ts'
import { recordLoginActivity } from './login-activity.ts'
import { readSignInCodePolicy } from './one-time-code.ts'
import { openSystemSession, sessionAccountFields } from './system-sign-in.ts'
import {
  clearSignInAttempts,
  countSignInAttempt,
  networkOfAddress,
  passwordAttemptThrottle,
  signInAttemptThrottlePerAddress,
} from './throttle.ts'

// A program can sign in once with a code that head office reads out, and that is valid for minutes.
// A challenge is stored under the hash of the code. The code has 80 random bits, which cannot be guessed from the hash.

/** The letters I, L, O and U are missing in the codes, because people misread them. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** Normalises a typed code: removes hyphens and spaces, and reads look-alike letters as digits. */
const normalise = (code: string) =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0')

const keyOfCode = (code: string) =>
  createHash('sha256')
    .update(`system code ${normalise(code)}`)
    .digest('base64url')

/** Issues a sign-in code for a program, and voids an earlier unused code. */
export async function issueSystemCode(ctx: Ctx, { UserId }: Input<typeof systems.issueSystemCode>) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Active') throw systemAccountRefusals.disabled()
  await voidSystemCodes(ctx, UserId)

  const { lifeSeconds } = await readSignInCodePolicy(ctx)
  const Code = newCode()
  const ExpiresAt = new Date(ctx.now.getTime() + lifeSeconds * 1000)
  await ctx.db
    .insertInto('SignInChallenge')
    .values({ ChallengeId: keyOfCode(Code), UserId, Sends: 0, ExpiresAt, SourceIP: ctx.sourceIP, CreatedAt: ctx.now })
    .execute()

  ctx.audit('Issue One-Time Code', 'User', UserId, `Issue One-Time Code in User Roles. UserId - ${UserId}`)
  return { Account: await getSystemAccount(ctx, UserId), Code, ExpiresAt: ExpiresAt.toISOString() }
}

/** Exchanges the sign-in code for a session of the program, once. Every failure gives the same error. */
export async function systemSignInWithCode(ctx: Ctx, { ClientId, Code }: Input<typeof contract.systemSignInWithCode>) {
  const username = ClientId.toLowerCase()
  const network = networkOfAddress(ctx.sourceIP)
  const accountKey = `client code ${username} ${network}`
  await countSignInAttempt(ctx, accountKey, passwordAttemptThrottle)

  const used = await ctx.db
    .updateTable('SignInChallenge')
    .from('UserAccount')
    .set({ UsedAt: ctx.now })
    .whereRef('UserAccount.UserId', '=', 'SignInChallenge.UserId')
    .where('ChallengeId', '=', keyOfCode(Code))
    .where('UsedAt', 'is', null)
    .where('SignInChallenge.CreatedAt', '<=', ctx.now.toISOString())
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .where('Username', '=', username)
    .where('Kind', '=', 'System')
    .where('UserAccount.Status', '=', 'Active')
    .returning(sessionAccountFields.map((field) => `UserAccount.${field}` as const))
    .executeTakeFirst()
  if (!used) {
    await countSignInAttempt(ctx, `client code ${network}`, signInAttemptThrottlePerAddress)
    await recordLoginActivity(ctx, null, 'Wrong one-time code of a system account')
    throw contract.accessRefusals.wrongCode().keepingWrites()
  }
  await clearSignInAttempts(ctx, accountKey)
  return openSystemSession(ctx, used, 'Signed in with a one-time code')
}
