import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { sendAccountMessage } from './account-messages.ts'
import { hasAuthenticatorApp } from './authenticator/authenticator-codes.ts'
import { signInCodeMail } from './mails.ts'
import { countAccountMessage } from './sends.ts'
import { createChallengeId, createOneTimeCode, hashChallengeId, hashOneTimeCode } from './tokens.ts'

const MAX_SENDS = 5
/** The maximum value of the setting for the validity of one-time codes. */
export const SIGN_IN_CODE_SECONDS_MAX = 10 * 60

/** The company's settings for one-time codes: validity, attempts, and the waiting time before the next code. */
export async function readSignInCodePolicy(ctx: Ctx) {
  const companySettings = await readSettings(ctx)
  return {
    lifeSeconds: companySettings['access.codeMinutes'] * 60,
    attemptsMost: companySettings['access.codeTries'],
    waitSeconds: companySettings['access.codeWaitSeconds'],
  }
}

type Address = { Email: string | null; ContactNo: string | null }

/** Starts the second step of the sign-in after the right password: sends a code, or requests one from the authenticator. */
export async function startSecondSignInStep(ctx: Ctx, account: Address & { UserId: number }) {
  return (await hasAuthenticatorApp(ctx, account.UserId))
    ? askAuthenticator(ctx, account.UserId)
    : sendFirstCode(ctx, account)
}

async function askAuthenticator(ctx: Ctx, UserId: number) {
  const { lifeSeconds, attemptsMost } = await readSignInCodePolicy(ctx)
  const ChallengeId = createChallengeId()
  await ctx.db
    .insertInto('SignInChallenge')
    .values({
      ChallengeId: hashChallengeId(ChallengeId),
      UserId,
      CodeHash: null,
      SentTo: null,
      Sends: 0,
      SentAt: null,
      AttemptsMost: attemptsMost,
      ExpiresAt: inSeconds(ctx, lifeSeconds),
      SourceIP: ctx.sourceIP,
      CreatedAt: ctx.now,
    })
    .execute()
  return { ChallengeId, ExpiresIn: lifeSeconds, Method: 'Authenticator' as const, SentTo: null, ResendIn: 0 }
}

async function sendFirstCode(ctx: Ctx, account: Address & { UserId: number }) {
  const to = findCodeRecipient(account)
  await countAccountMessage(ctx, 'code', account.UserId)
  const policy = await readSignInCodePolicy(ctx)
  const ChallengeId = createChallengeId()
  const code = createOneTimeCode()
  await ctx.db
    .insertInto('SignInChallenge')
    .values({
      ChallengeId: hashChallengeId(ChallengeId),
      UserId: account.UserId,
      CodeHash: hashOneTimeCode(ChallengeId, code),
      SentTo: to.address,
      SentAt: ctx.now,
      AttemptsMost: policy.attemptsMost,
      ExpiresAt: inSeconds(ctx, policy.lifeSeconds),
      SourceIP: ctx.sourceIP,
      CreatedAt: ctx.now,
    })
    .execute()
  await send(ctx, { ...to, userId: account.UserId }, code, policy)
  return answer(ChallengeId, to.address, policy)
}

/** Sends a new one-time code to the same address, and voids the previous code. */
export async function resendSignInCode(ctx: Ctx, { ChallengeId }: Input<typeof contract.resendSignInCode>) {
  const challenge = await ctx.db
    .selectFrom('SignInChallenge')
    .innerJoin('UserAccount', 'UserAccount.UserId', 'SignInChallenge.UserId')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserAccount.UserId', 'Sends', 'Email', 'ContactNo'])
    .where('ChallengeId', '=', hashChallengeId(ChallengeId))
    .where('UsedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .forUpdate('SignInChallenge')
    .executeTakeFirst()
  if (!challenge || challenge.Sends >= MAX_SENDS) throw contract.accessRefusals.codeExpired()
  const to = findCodeRecipient(challenge)
  await countAccountMessage(ctx, 'code', challenge.UserId)

  const policy = await readSignInCodePolicy(ctx)
  const code = createOneTimeCode()
  await ctx.db
    .updateTable('SignInChallenge')
    .set({
      CodeHash: hashOneTimeCode(ChallengeId, code),
      SentTo: to.address,
      SentAt: ctx.now,
      Sends: sql`sends + 1`,
      // A code of an authenticator stays the same when requested again, so its attempts continue. A new message has a new code.
      Attempts: sql`case when sent_at is null then attempts else 0 end`,
      ExpiresAt: inSeconds(ctx, policy.lifeSeconds),
    })
    .where('ChallengeId', '=', hashChallengeId(ChallengeId))
    .execute()
  await send(ctx, { ...to, userId: challenge.UserId }, code, policy)
  return answer(ChallengeId, to.address, policy)
}

export function findCodeRecipient({ Email, ContactNo }: Address) {
  if (Email) return { address: Email, channel: 'Email' as const }
  if (ContactNo) return { address: ContactNo, channel: 'SMS' as const }
  throw contract.accessRefusals.noAddress()
}

type Policy = Awaited<ReturnType<typeof readSignInCodePolicy>>

type Recipient = ReturnType<typeof findCodeRecipient> & { userId: number }

const send = (ctx: Ctx, to: Recipient, code: string, policy: Policy) =>
  sendAccountMessage(ctx, to.userId, to, signInCodeMail, { code, minutes: policy.lifeSeconds / 60 })

const answer = (ChallengeId: string, address: string, policy: Policy) => ({
  ChallengeId,
  ExpiresIn: policy.lifeSeconds,
  Method: 'Email' as const,
  SentTo: maskAddress(address),
  ResendIn: policy.waitSeconds,
})

const inSeconds = (ctx: Ctx, seconds: number) => new Date(ctx.now.getTime() + seconds * 1000)

/** Masks an address: `hq@carat.example` becomes `h•••@carat.example`, `+60123456789` becomes `•••789`. */
export function maskAddress(address: string) {
  const at = address.indexOf('@')
  return at > 0 ? `${address[0]}•••${address.slice(at)}` : `•••${address.slice(-3)}`
}
