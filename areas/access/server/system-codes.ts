import { createHash, randomInt } from 'node:crypto'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as systems from '../contract/system-accounts.ts'
import { systemRefusals } from '../contract/system-accounts.ts'
import * as contract from '../contract.ts'
import { lockSystemAccount, systemAccountBy, voidSystemCodes } from './accounts/system-accounts.ts'
import { recordLoginActivity } from './login-activity.ts'
import { codePolicy } from './one-time-code.ts'
import { admitProgram } from './system-sign-in.ts'
import { addressThrottle, clearAttempts, countAttempt, networkOf, passwordThrottle } from './throttle.ts'

// A program comes in once without its secret: somebody at head office reads out a code that counts for minutes. It is kept as
// the key of a challenge, that is as its hash; 80 random bits are guessed neither from that nor at the door.

/** Without I, L, O and U, which people read as something else. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** As it was meant: hyphens and blanks are for reading, and a letter that looks like a digit is that digit. */
const plain = (code: string) =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0')

const keyOfCode = (code: string) =>
  createHash('sha256')
    .update(`system code ${plain(code)}`)
    .digest('base64url')

/** A new code; one that was issued before and not used is void. */
export async function issueSystemCode(ctx: Ctx, { UserId }: Input<typeof systems.issueSystemCode>) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Active') throw systemRefusals.disabled()
  await voidSystemCodes(ctx, UserId)

  const { lifeSeconds } = await codePolicy(ctx)
  const Code = newCode()
  const ExpiresAt = new Date(ctx.now.getTime() + lifeSeconds * 1000)
  await ctx.db
    .insertInto('SignInChallenge')
    .values({ ChallengeId: keyOfCode(Code), UserId, Sends: 0, ExpiresAt, SourceIP: ctx.sourceIP, CreatedAt: ctx.now })
    .execute()

  ctx.audit('Issue One-Time Code', 'User', UserId, `Issue One-Time Code in User Roles. UserId - ${UserId}`)
  return { Account: await systemAccountBy(ctx, UserId), Code, ExpiresAt: ExpiresAt.toISOString() }
}

/** Exchanges the code for a session of the program, once. Whatever is wrong with it gets the same answer. */
export async function systemSignInWithCode(ctx: Ctx, { ClientId, Code }: Input<typeof contract.systemSignInWithCode>) {
  const username = ClientId.toLowerCase()
  const network = networkOf(ctx.sourceIP)
  const accountKey = `client code ${username} ${network}`
  await countAttempt(ctx, accountKey, passwordThrottle)

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
    .returning(['UserAccount.UserId', 'Scopes'])
    .executeTakeFirst()
  if (!used) {
    await countAttempt(ctx, `client code ${network}`, addressThrottle)
    await recordLoginActivity(ctx, null, 'Wrong one-time code of a system account')
    throw contract.refusals.wrongCode().keepingWrites()
  }
  await clearAttempts(ctx, accountKey)
  return admitProgram(ctx, used, 'Signed in with a one-time code')
}
