import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../contract.ts'
import { hasAuthenticator } from './authenticator/authenticator-codes.ts'
import { hashOfCode, keyOfChallenge, newChallengeId, newCode } from './tokens.ts'

export const CODE_SECONDS = 10 * 60
export const RESEND_SECONDS = 60
export const TRIES_PER_CODE = 5
const SENDS_MOST = 5

type Address = { Email: string | null; ContactNo: string | null }

/** After the right password: a code is sent, or the one of the authenticator is asked for. */
export async function askSecondStep(ctx: Ctx, account: Address & { UserId: number }) {
  return (await hasAuthenticator(ctx, account.UserId))
    ? askAuthenticator(ctx, account.UserId)
    : sendFirstCode(ctx, account)
}

async function askAuthenticator(ctx: Ctx, UserId: number) {
  const ChallengeId = newChallengeId()
  await ctx.db
    .insertInto('SignInChallenge')
    .values({
      ChallengeId: keyOfChallenge(ChallengeId),
      UserId,
      CodeHash: null,
      SentTo: null,
      Sends: 0,
      SentAt: null,
      ExpiresAt: inSeconds(ctx, CODE_SECONDS),
      SourceIP: ctx.sourceIP,
      CreatedAt: ctx.now,
    })
    .execute()
  return { ChallengeId, ExpiresIn: CODE_SECONDS, Method: 'Authenticator' as const, SentTo: null, ResendIn: 0 }
}

async function sendFirstCode(ctx: Ctx, account: Address & { UserId: number }) {
  const ChallengeId = newChallengeId()
  const code = newCode()
  const to = addressOf(account)
  await ctx.db
    .insertInto('SignInChallenge')
    .values({
      ChallengeId: keyOfChallenge(ChallengeId),
      UserId: account.UserId,
      CodeHash: hashOfCode(ChallengeId, code),
      SentTo: to.address,
      SentAt: ctx.now,
      ExpiresAt: inSeconds(ctx, CODE_SECONDS),
      SourceIP: ctx.sourceIP,
      CreatedAt: ctx.now,
    })
    .execute()
  await send(ctx, to, code)
  return answer(ChallengeId, to.address)
}

/** A fresh code to the same address; the earlier one is void from then on. */
export async function resendCode(ctx: Ctx, { ChallengeId }: Input<typeof contract.resendCode>) {
  const challenge = await ctx.db
    .selectFrom('SignInChallenge')
    .innerJoin('UserAccount', 'UserAccount.UserId', 'SignInChallenge.UserId')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['SentAt', 'Sends', 'Email', 'ContactNo'])
    .where('ChallengeId', '=', keyOfChallenge(ChallengeId))
    .where('UsedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .forUpdate('SignInChallenge')
    .executeTakeFirst()
  if (!challenge || challenge.Sends >= SENDS_MOST) throw contract.refusals.codeExpired()
  const { SentAt } = challenge
  const seconds = SentAt ? Math.ceil((Date.parse(SentAt) - ctx.now.getTime()) / 1000) + RESEND_SECONDS : 0
  if (seconds > 0) throw Object.assign(contract.refusals.tooManyTries({ seconds }), { retryAfter: seconds })

  const code = newCode()
  const to = addressOf(challenge)
  await ctx.db
    .updateTable('SignInChallenge')
    .set({
      CodeHash: hashOfCode(ChallengeId, code),
      SentTo: to.address,
      SentAt: ctx.now,
      Sends: sql`sends + 1`,
      // A code of the app stays what it was, so its tries go on; a fresh message is a fresh code.
      Tries: sql`case when sent_at is null then tries else 0 end`,
      ExpiresAt: inSeconds(ctx, CODE_SECONDS),
    })
    .where('ChallengeId', '=', keyOfChallenge(ChallengeId))
    .execute()
  await send(ctx, to, code)
  return answer(ChallengeId, to.address)
}

export function addressOf({ Email, ContactNo }: Address) {
  if (Email) return { address: Email, channel: 'Email' as const }
  if (ContactNo) return { address: ContactNo, channel: 'SMS' as const }
  throw contract.refusals.noAddress()
}

const send = (ctx: Ctx, { address, channel }: ReturnType<typeof addressOf>, code: string) =>
  ctx.mail({
    To: address,
    Channel: channel,
    Subject: 'Your sign-in code',
    Body: `Your sign-in code is ${code}.\nIt can be used once within ${CODE_SECONDS / 60} minutes. Never tell it to anybody, not even to a colleague.\n`,
  })

const answer = (ChallengeId: string, address: string) => ({
  ChallengeId,
  ExpiresIn: CODE_SECONDS,
  Method: 'Email' as const,
  SentTo: masked(address),
  ResendIn: RESEND_SECONDS,
})

const inSeconds = (ctx: Ctx, seconds: number) => new Date(ctx.now.getTime() + seconds * 1000)

/** `hq@carat.example` → `h•••@carat.example`, `+60123456789` → `•••789` */
export function masked(address: string) {
  const at = address.indexOf('@')
  return at > 0 ? `${address[0]}•••${address.slice(at)}` : `•••${address.slice(-3)}`
}
