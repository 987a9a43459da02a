import { sql } from 'kysely'
import {
  deleteRateLimitCounters,
  networkOfAddress,
  tryCountWithinRateLimit,
  undoRateLimitCount,
} from '#areas/access/server/index.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { selfServiceRefusals } from '../contract.ts'

// RATE LIMITS for unauthenticated callers. The counters are in the database, so that all servers share them.

/** Limit of wrong codes per network; correct codes are not counted, so a queue at a poster is not blocked. */
const WRONG_PER_NETWORK = { most: 10, seconds: 600 }
/** Limit of wrong codes from all networks; above it each network has only WRONG_UNDER_ATTACK attempts. */
const WRONG_IN_TOTAL = { most: 200, seconds: 600 }
const WRONG_UNDER_ATTACK = 3

const WRONG = 'self-service wrong '
/** Key of the counter that limits the alarm about wrong codes to one log entry per period. */
const ALARM_KEY = 'self-service alarm of wrong codes'
const ALARM = { most: 1, seconds: WRONG_IN_TOTAL.seconds }

/**
 * Counts an attempt before the code is checked, and removes the count if the code is correct.
 * The counter stays locked until the transaction ends, so that concurrent attempts of a network see each other.
 */
export async function countPasscodeAttempt<Outcome>(
  ctx: Ctx,
  attempt: () => Promise<Outcome>,
): Promise<Exclude<Outcome, Refusal>> {
  const key = `${WRONG}${networkOfAddress(ctx.sourceIP)}`
  const limit = (await isUnderAttack(ctx)) ? { ...WRONG_PER_NETWORK, most: WRONG_UNDER_ATTACK } : WRONG_PER_NETWORK
  const seconds = await tryCountWithinRateLimit(ctx, key, limit)
  if (seconds > 0) throw selfServiceRefusals.tooManyWrong({ seconds }).retryIn(seconds)
  const outcome = await attempt()
  if (outcome instanceof Refusal) {
    if (await isUnderAttack(ctx)) await raiseAlarm(ctx)
    throw outcome
  }
  await undoRateLimitCount(ctx, key)
  return outcome as Exclude<Outcome, Refusal>
}

/** Adds up the counters of all networks; a single counter would make all callers wait for each other. */
async function isUnderAttack(ctx: Ctx) {
  const { rows } = await sql<{ Points: number }>`
    select coalesce(sum(points), 0)::int as points from (
      select points from rate_limit where key like ${sql.lit(`${WRONG}%`)} and expire > ${ctx.now.getTime()} limit ${WRONG_IN_TOTAL.most}) counter`.execute(
    ctx.db,
  )
  return rows[0]!.Points >= WRONG_IN_TOTAL.most
}

async function raiseAlarm(ctx: Ctx) {
  if ((await pointsOf(ctx, ALARM_KEY)) > 0 || (await tryCountWithinRateLimit(ctx, ALARM_KEY, ALARM)) > 0) return
  const text = `Loyalty Watch in Self-Service. ${WRONG_IN_TOTAL.most} wrong codes within ${WRONG_IN_TOTAL.seconds / 60} minutes`
  ctx.audit('Loyalty Watch', 'Self-Service', 'codes', text)
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Limit of registrations with one e-mail address or phone number, which a family may share. */
const PER_TARGET = { most: 5, seconds: DAY }
/** Limit of registrations per passcode and hour; regular use of a poster does not reach it. */
const PER_PASSCODE = { most: 200, seconds: HOUR }

type Registration = { passcodeId: number | null; targets: readonly (string | null | undefined)[] }

/**
 * Counts a registration by network, by e-mail and phone, and by passcode, before any data is written.
 * A repeated submission of the same form is not counted.
 */
export async function countRegistration(ctx: Ctx, { passcodeId, targets }: Registration) {
  const limits = await readSettings(ctx)
  const network = `self-service registers ${networkOfAddress(ctx.sourceIP)}`
  const alarm = limits['selfService.registrationsAlarm']
  const passcode = `self-service registers with ${passcodeId}`
  const counters = [
    { key: `${network} 0`, most: limits['selfService.registrationsIn10Minutes'], seconds: 10 * MINUTE },
    { key: `${network} 1`, most: limits['selfService.registrationsAnHour'], seconds: HOUR },
    ...targets.flatMap((target) =>
      target ? [{ key: `self-service registers ${target.toLowerCase()}`, ...PER_TARGET }] : [],
    ),
    { ...PER_PASSCODE, key: passcode, most: Math.max(PER_PASSCODE.most, alarm) },
  ]
  for (const { key, ...window } of counters)
    refuseIfLimited(selfServiceRefusals.tooManyRegistrations, await tryCountWithinRateLimit(ctx, key, window))
  if ((await pointsOf(ctx, passcode)) !== alarm) return
  const text = `Loyalty Watch in Self-Service. ${alarm} registrations within an hour. PasscodeId - ${passcodeId}`
  ctx.audit('Loyalty Watch', 'Self-Service', 'registrations', text)
}

/** Limit of sessions that one network opens with correct passcodes; many people scan the poster of an outlet. */
const OPENINGS = { most: 60, seconds: 10 * MINUTE }

export async function countSessionOpening(ctx: Ctx) {
  const key = `self-service opens ${networkOfAddress(ctx.sourceIP)}`
  refuseIfLimited(selfServiceRefusals.tooManyRegistrations, await tryCountWithinRateLimit(ctx, key, OPENINGS))
}

/** Limits of profile changes per customer; only a program would reach them. */
const PROFILE_CHANGES = [
  { most: 30, seconds: 10 * MINUTE },
  { most: 100, seconds: DAY },
]

export async function countProfileChange(ctx: Ctx) {
  for (const [index, window] of PROFILE_CHANGES.entries())
    refuseIfLimited(
      selfServiceRefusals.tooManyChanges,
      await tryCountWithinRateLimit(ctx, `self-service changes ${ctx.actor.customerId} ${index}`, window),
    )
}

function refuseIfLimited(
  refusal: typeof selfServiceRefusals.tooManyChanges | typeof selfServiceRefusals.tooManyRegistrations,
  seconds: number,
) {
  if (seconds > 0) throw refusal().retryIn(seconds)
}

async function pointsOf(ctx: Ctx, key: string) {
  const row = await ctx.db
    .selectFrom('RateLimit')
    .select(['Points', 'Expire'])
    .where('Key', '=', key)
    .executeTakeFirst()
  return row && (row.Expire ?? 0) > ctx.now.getTime() ? row.Points : 0
}

/** Limit of codes per hour that are sent for requests from one network. */
const PER_NETWORK = { most: 20, seconds: HOUR }
const perCaller = [
  { most: 1, seconds: MINUTE },
  { most: 3, seconds: HOUR },
  { most: 10, seconds: DAY },
]
export const CODE_RESEND_SECONDS = perCaller[0]!.seconds
/** Limits of codes per identifier; they are higher than per caller, so that others cannot use up a member's limit. */
const perAddress = [
  { most: 6, seconds: HOUR },
  { most: 20, seconds: DAY },
]

/** Counts a request for a code by network, then by typed identifier; unknown identifiers have the same limits. */
export async function countCodeRequest(ctx: Ctx, kind: 'sign-in' | 'e-mail', typed: string) {
  const network = networkOfAddress(ctx.sourceIP)
  refuseIfFull(await tryCountWithinRateLimit(ctx, `self-service sends ${network}`, PER_NETWORK))
  const key = `self-service ${kind} ${typed.toLowerCase()}`
  // An address to verify may belong to a third party, so the limit per caller applies to all networks together.
  const caller = kind === 'sign-in' ? `${key} ${network}` : key
  for (const [index, window] of perCaller.entries())
    refuseIfFull(await tryCountWithinRateLimit(ctx, `${caller} ${index}`, window))
  if (kind === 'sign-in')
    for (const [index, window] of perAddress.entries())
      refuseIfFull(await tryCountWithinRateLimit(ctx, `${key} all ${index}`, window))
}

/** Counts a message to a stored address, which the caller must not learn; returns false above the limit. */
export async function tryCountMessageToAddress(ctx: Ctx, address: string) {
  for (const [index, window] of perAddress.entries())
    if ((await tryCountWithinRateLimit(ctx, `self-service to ${address.toLowerCase()} ${index}`, window)) > 0)
      return false
  return true
}

/** Deletes the counters of a member, so that the member can sign in again at once. */
export const clearCodeSendCounters = (ctx: Ctx, typed: readonly string[]) =>
  deleteRateLimitCounters(
    ctx,
    typed.flatMap((identifier) =>
      ['sign-in', 'e-mail', 'to'].map((kind) => `self-service ${kind} ${identifier.toLowerCase()} `),
    ),
  )

function refuseIfFull(seconds: number) {
  if (seconds > 0) throw selfServiceRefusals.sentAlready({ seconds }).retryIn(seconds)
}
