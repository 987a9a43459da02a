import { sql } from 'kysely'
import { forgetCounters, giveBack, networkOf, takeWithin } from '#areas/access/server/index.ts'
import { settings } from '#areas/setup/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'

// HOW OFTEN STRANGERS MAY TRY. The counters are rows: neither a restart nor a second server resets them.

/** Wrong passcodes and codes of one network. Right ones do not count, so that a queue at a poster passes. */
const WRONG_OF_NETWORK = { most: 10, seconds: 600 }
/** Wrong ones of everybody together: beyond it somebody guesses from many networks, and each has few tries left. */
const WRONG_OF_ALL = { most: 200, seconds: 600 }
const WRONG_UNDER_ATTACK = 3

const WRONG = 'self-service wrong '
/** Taken once in that time, so that the alarm is written once. */
const ALARM_KEY = 'self-service alarm of wrong codes'
const ALARM = { most: 1, seconds: WRONG_OF_ALL.seconds }

/**
 * Counts a try before it is looked at, and takes it back if it was right. The counter is locked from here to the end of the
 * transaction: of many tries at once from one network each sees those before it.
 */
export async function countedTry<Outcome>(
  ctx: Ctx,
  attempt: () => Promise<Outcome>,
): Promise<Exclude<Outcome, Refusal>> {
  const key = `${WRONG}${networkOf(ctx.sourceIP)}`
  const limit = (await isUnderAttack(ctx)) ? { ...WRONG_OF_NETWORK, most: WRONG_UNDER_ATTACK } : WRONG_OF_NETWORK
  const seconds = await takeWithin(ctx, key, limit)
  if (seconds > 0) throw refusals.tooManyWrong({ seconds }).retryIn(seconds)
  const outcome = await attempt()
  if (outcome instanceof Refusal) {
    if (await isUnderAttack(ctx)) await raiseAlarm(ctx)
    throw outcome
  }
  await giveBack(ctx, key)
  return outcome as Exclude<Outcome, Refusal>
}

/** Added up from the networks' own counters: a counter of all callers would be a row that all of them wait for. */
async function isUnderAttack(ctx: Ctx) {
  const { rows } = await sql<{ Points: number }>`
    select coalesce(sum(points), 0)::int as points from (
      select points from rate_limit where key like ${sql.lit(`${WRONG}%`)} and expire > ${ctx.now.getTime()} limit ${WRONG_OF_ALL.most}) counter`.execute(
    ctx.db,
  )
  return rows[0]!.Points >= WRONG_OF_ALL.most
}

async function raiseAlarm(ctx: Ctx) {
  if ((await pointsOf(ctx, ALARM_KEY)) > 0 || (await takeWithin(ctx, ALARM_KEY, ALARM)) > 0) return
  const text = `Loyalty Watch in Self-Service. ${WRONG_OF_ALL.most} wrong codes within ${WRONG_OF_ALL.seconds / 60} minutes`
  ctx.audit('Loyalty Watch', 'Self-Service', 'codes', text)
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Registrations that name one e-mail address or phone number: a family may share it. */
const PER_TARGET = { most: 5, seconds: DAY }
/** Beyond the alarm: no poster brings so many people in an hour. */
const PER_PASSCODE = { most: 200, seconds: HOUR }

type Registration = { passcodeId: number | null; targets: readonly (string | null | undefined)[] }

/**
 * Counts a registration before anything of it is written: of its network, of what it names and of its passcode. A form that is sent
 * again is not counted again.
 */
export async function countRegistration(ctx: Ctx, { passcodeId, targets }: Registration) {
  const own = await settings(ctx)
  const network = `self-service registers ${networkOf(ctx.sourceIP)}`
  const alarm = own['selfService.registrationsAlarm']
  const passcode = `self-service registers with ${passcodeId}`
  const counters = [
    { key: `${network} 0`, most: own['selfService.registrationsIn10Minutes'], seconds: 10 * MINUTE },
    { key: `${network} 1`, most: own['selfService.registrationsAnHour'], seconds: HOUR },
    ...targets.flatMap((target) =>
      target ? [{ key: `self-service registers ${target.toLowerCase()}`, ...PER_TARGET }] : [],
    ),
    { ...PER_PASSCODE, key: passcode, most: Math.max(PER_PASSCODE.most, alarm) },
  ]
  for (const { key, ...window } of counters)
    refuseMany(refusals.tooManyRegistrations, await takeWithin(ctx, key, window))
  if ((await pointsOf(ctx, passcode)) !== alarm) return
  const text = `Loyalty Watch in Self-Service. ${alarm} registrations within an hour. PasscodeId - ${passcodeId}`
  ctx.audit('Loyalty Watch', 'Self-Service', 'registrations', text)
}

/** Sessions that right passcodes open from one network: many people scan the poster of a shop, and some of them twice. */
const OPENINGS = { most: 60, seconds: 10 * MINUTE }

export async function countOpening(ctx: Ctx) {
  const key = `self-service opens ${networkOf(ctx.sourceIP)}`
  refuseMany(refusals.tooManyRegistrations, await takeWithin(ctx, key, OPENINGS))
}

/** What one customer changes of themself. Nobody fills in a form so often; a program would fill the database. */
const OWN_CHANGES = [
  { most: 30, seconds: 10 * MINUTE },
  { most: 100, seconds: DAY },
]

export async function countOwnChange(ctx: Ctx) {
  for (const [index, window] of OWN_CHANGES.entries())
    refuseMany(
      refusals.tooManyChanges,
      await takeWithin(ctx, `self-service changes ${ctx.actor.customerId} ${index}`, window),
    )
}

function refuseMany(refusal: typeof refusals.tooManyChanges | typeof refusals.tooManyRegistrations, seconds: number) {
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

/** How often one network has codes sent, and how often for one number or address. */
const PER_NETWORK = { most: 20, seconds: HOUR }
const perCaller = [
  { most: 1, seconds: MINUTE },
  { most: 3, seconds: HOUR },
  { most: 10, seconds: DAY },
]
export const RESEND_SECONDS = perCaller[0]!.seconds
/** How often codes to sign in go to one member in all: twice as often, so that a stranger elsewhere does not use up the member's. */
const perAddress = [
  { most: 6, seconds: HOUR },
  { most: 20, seconds: DAY },
]

/**
 * Takes one message to what was typed, of the caller's network first; who asks has to wait, whether anybody is known by it or not.
 */
export async function countSend(ctx: Ctx, kind: 'sign-in' | 'e-mail', typed: string) {
  const network = networkOf(ctx.sourceIP)
  refuseIfFull(await takeWithin(ctx, `self-service sends ${network}`, PER_NETWORK))
  const key = `self-service ${kind} ${typed.toLowerCase()}`
  // An address that is to be proved may be a stranger's: all networks together have as few codes sent there as one.
  const caller = kind === 'sign-in' ? `${key} ${network}` : key
  for (const [index, window] of perCaller.entries()) refuseIfFull(await takeWithin(ctx, `${caller} ${index}`, window))
  if (kind === 'sign-in')
    for (const [index, window] of perAddress.entries())
      refuseIfFull(await takeWithin(ctx, `${key} all ${index}`, window))
}

/** The same to the address that stands behind it, which the caller must not learn: false where it got enough. */
export async function maySendTo(ctx: Ctx, address: string) {
  for (const [index, window] of perAddress.entries())
    if ((await takeWithin(ctx, `self-service to ${address.toLowerCase()} ${index}`, window)) > 0) return false
  return true
}

/** "Unlock": who was wrong too often, or was sent too much, may try again. */
export const forgetSends = (ctx: Ctx, typed: readonly string[]) =>
  forgetCounters(
    ctx,
    typed.flatMap((one) => ['sign-in', 'e-mail', 'to'].map((kind) => `self-service ${kind} ${one.toLowerCase()} `)),
  )

function refuseIfFull(seconds: number) {
  if (seconds > 0) throw refusals.sentAlready({ seconds }).retryIn(seconds)
}
