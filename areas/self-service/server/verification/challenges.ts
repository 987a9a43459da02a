import { sql } from 'kysely'
import {
  areHashesEqual,
  createChallengeId,
  createOneTimeCode,
  hashChallengeId,
  hashOneTimeCode,
} from '#areas/access/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { selfServiceRefusals } from '../../contract.ts'
import { CODE_RESEND_SECONDS, countPasscodeAttempt } from '../limits.ts'

/** Maximum number of minutes for which a code is valid; the settings cannot exceed it. */
const CODE_MINUTES_MAX = 10
/** Tolerated difference between the clocks of two servers in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000

type Purpose = 'Sign-in' | 'E-mail'

type ChallengeOptions = {
  purpose: Purpose
  customerId: number | null
  email: string | null
  /** Text to which the code is bound, for example the identifier; using the code requires the same text. */
  about: string
}

/**
 * Creates a one-time code; a code that verifies an address voids earlier codes of the session.
 * A sign-in code gets its customer later, in assignSignInCodeToCustomer.
 * The hash of the code includes the challenge id, which only the requester of the code knows.
 */
export async function createCodeChallenge(ctx: Ctx, { purpose, customerId, email, about }: ChallengeOptions) {
  const ChallengeId = createChallengeId()
  const code = createOneTimeCode()
  const { sessionId } = ctx.actor
  const { 'selfService.codeMinutes': minutes, 'selfService.codeTries': tries } = await readSettings(ctx)
  if (purpose === 'E-mail')
    await sql`update customer_code set used_at = ${ctx.now}
      where used_at is null and purpose = 'E-mail' and session_id = ${sessionId}`.execute(ctx.db)
  const key = hashChallengeId(ChallengeId)
  await ctx.db
    .insertInto('CustomerCode')
    .values({
      ChallengeId: key,
      Purpose: purpose,
      CustomerId: customerId,
      SessionId: sessionId,
      Email: email,
      CodeHash: hashOneTimeCode(ChallengeId, `${about} ${code}`),
      AttemptsMost: tries,
      SourceIP: ctx.sourceIP,
      CreatedAt: ctx.now,
      ExpiresAt: new Date(ctx.now.getTime() + minutes * 60_000),
    })
    .execute()
  return { code, minutes, key, reply: { ChallengeId, ExpiresIn: minutes * 60, ResendIn: CODE_RESEND_SECONDS } }
}

/**
 * Makes a code valid for signing in as this customer; returns false if the code has expired.
 * Earlier codes stay valid, so that others who know the membership number cannot void the customer's code.
 */
export async function assignSignInCodeToCustomer(ctx: Ctx, customerId: number, key: string) {
  const { rows } = await sql`
    update customer_code set customer_id = ${customerId}
    where challenge_id = ${key} and used_at is null and expires_at > ${ctx.now} returning 1`.execute(ctx.db)
  return rows.length > 0
}

type CodeInput = { ChallengeId: string; Code: string; purpose: Purpose; about?: string }

/**
 * Uses a correct code once; the attempt is counted before the code is compared, and the row stays locked.
 * So concurrent attempts cannot exceed the limit, and only one succeeds. The error does not reveal its reason.
 */
export const consumeVerificationCode = (ctx: Ctx, { ChallengeId, Code, purpose, about }: CodeInput) =>
  countPasscodeAttempt(ctx, async () => {
    const key = hashChallengeId(ChallengeId)
    const challenge = await ctx.db
      .updateTable('CustomerCode')
      .set({ Attempts: sql`attempts + 1` })
      .where('ChallengeId', '=', key)
      .where('Purpose', '=', purpose)
      .where('UsedAt', 'is', null)
      .where('ExpiresAt', '>', ctx.now.toISOString())
      // An expiry too far in the future means that the clock was set back, so the code is older than it appears.
      .where(
        'ExpiresAt',
        '<=',
        new Date(ctx.now.getTime() + CODE_MINUTES_MAX * 60_000 + CLOCK_TOLERANCE_MS).toISOString(),
      )
      .whereRef('Attempts', '<', 'AttemptsMost')
      .returning(['CustomerId', 'SessionId', 'Email', 'CodeHash'])
      .executeTakeFirst()
    const purposeText = about ?? challenge?.Email ?? ''
    const isRight =
      challenge !== undefined &&
      areHashesEqual(hashOneTimeCode(ChallengeId, `${purposeText} ${Code.replace(/\s/g, '')}`), challenge.CodeHash) &&
      // The code is wrong if it has no customer, or if another session requested it.
      (purpose === 'Sign-in' ? challenge.CustomerId !== null : challenge.SessionId === ctx.actor.sessionId)
    if (!isRight) return selfServiceRefusals.wrongCode().keepingWrites()
    await ctx.db.updateTable('CustomerCode').set({ UsedAt: ctx.now }).where('ChallengeId', '=', key).execute()
    return challenge
  })
