import { sql } from 'kysely'
import { hashOfCode, keyOfChallenge, newChallengeId, newCode, sameHash } from '#areas/access/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../../contract.ts'
import { countedTry, RESEND_SECONDS } from '../limits.ts'

/** No code counts longer, whatever the settings say. */
const CODE_MINUTES_MOST = 10
/** By how much the clocks of two servers may differ. */
const CLOCKS_DIFFER_MS = 60_000

type Purpose = 'Sign-in' | 'E-mail'

type Making = {
  purpose: Purpose
  customerId: number | null
  email: string | null
  /** What the code is for, which has to be said again with it. */
  about: string
}

/**
 * Makes a code. One that proves an address makes every earlier one of this session void; whose a code to sign in is turns out later
 * (`giveCodeTo`). What it is hashed with only the requester has.
 */
export async function newChallenge(ctx: Ctx, { purpose, customerId, email, about }: Making) {
  const ChallengeId = newChallengeId()
  const code = newCode()
  const { sessionId } = ctx.actor
  const { 'selfService.codeMinutes': minutes, 'selfService.codeTries': tries } = await settings(ctx)
  if (purpose === 'E-mail')
    await sql`update customer_code set used_at = ${ctx.now}
      where used_at is null and purpose = 'E-mail' and session_id = ${sessionId}`.execute(ctx.db)
  const key = keyOfChallenge(ChallengeId)
  await ctx.db
    .insertInto('CustomerCode')
    .values({
      ChallengeId: key,
      Purpose: purpose,
      CustomerId: customerId,
      SessionId: sessionId,
      Email: email,
      CodeHash: hashOfCode(ChallengeId, `${about} ${code}`),
      AttemptsMost: tries,
      SourceIP: ctx.sourceIP,
      CreatedAt: ctx.now,
      ExpiresAt: new Date(ctx.now.getTime() + minutes * 60_000),
    })
    .execute()
  return { code, minutes, key, sent: { ChallengeId, ExpiresIn: minutes * 60, ResendIn: RESEND_SECONDS } }
}

/**
 * Makes a code one that signs this customer in. False where it is over. Earlier codes stay valid: anybody who knows the number can ask
 * for another one, and must not void the one that its owner is just typing.
 */
export async function giveCodeTo(ctx: Ctx, customerId: number, key: string) {
  const { rows } = await sql`
    update customer_code set customer_id = ${customerId}
    where challenge_id = ${key} and used_at is null and expires_at > ${ctx.now} returning 1`.execute(ctx.db)
  return rows.length > 0
}

type Taking = { ChallengeId: string; Code: string; purpose: Purpose; about?: string }

/**
 * Takes a code that is right, once. Counted before it is compared, and the row is locked from here on: of many tries at once so
 * many are looked at as may be, and one can win. Why a code does not count is not said.
 */
export const takeCode = (ctx: Ctx, { ChallengeId, Code, purpose, about }: Taking) =>
  countedTry(ctx, async () => {
    const key = keyOfChallenge(ChallengeId)
    const challenge = await ctx.db
      .updateTable('CustomerCode')
      .set({ Attempts: sql`attempts + 1` })
      .where('ChallengeId', '=', key)
      .where('Purpose', '=', purpose)
      .where('UsedAt', 'is', null)
      .where('ExpiresAt', '>', ctx.now.toISOString())
      // A code that seems to come from the future is older than it looks: the clock was set back.
      .where(
        'ExpiresAt',
        '<=',
        new Date(ctx.now.getTime() + CODE_MINUTES_MOST * 60_000 + CLOCKS_DIFFER_MS).toISOString(),
      )
      .whereRef('Attempts', '<', 'AttemptsMost')
      .returning(['CustomerId', 'SessionId', 'Email', 'CodeHash'])
      .executeTakeFirst()
    const said = about ?? challenge?.Email ?? ''
    const isRight =
      challenge !== undefined &&
      sameHash(hashOfCode(ChallengeId, `${said} ${Code.replace(/\s/g, '')}`), challenge.CodeHash) &&
      // A code of nobody, or one that another session asked for.
      (purpose === 'Sign-in' ? challenge.CustomerId !== null : challenge.SessionId === ctx.actor.sessionId)
    if (!isRight) return refusals.wrongCode().keepingWrites()
    await ctx.db.updateTable('CustomerCode').set({ UsedAt: ctx.now }).where('ChallengeId', '=', key).execute()
    return challenge
  })
