import { forgetCounters, giveBack, networkOf, takeWithin } from '#areas/access/server/index.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'

// HOW OFTEN STRANGERS MAY TRY. The counters are rows: neither a restart nor a second server resets them.

/** Wrong passcodes and codes of one network. Right ones do not count, so that a queue at a poster passes. */
const WRONG = { most: 10, seconds: 600 }
/** Wrong ones of everybody together: beyond it somebody guesses from many networks, and each has few tries left. */
const WRONG_OF_ALL = { most: 200, seconds: 600 }
const WRONG_UNDER_ATTACK = 3

const wrongKey = (ctx: Ctx) => `self-service wrong ${networkOf(ctx.sourceIP)}`
const WRONG_OF_ALL_KEY = 'self-service wrong all'

/**
 * Counts a try before it is looked at, and takes it back if it was right. The counter is locked from here to the end of the
 * transaction: of many tries at once from one network each sees those before it.
 */
export async function countedTry<Outcome>(
  ctx: Ctx,
  attempt: () => Promise<Outcome>,
): Promise<Exclude<Outcome, Refusal>> {
  const key = wrongKey(ctx)
  const underAttack = (await pointsOf(ctx, WRONG_OF_ALL_KEY)) >= WRONG_OF_ALL.most
  const limit = underAttack ? { ...WRONG, most: WRONG_UNDER_ATTACK } : WRONG
  const seconds = await takeWithin(ctx, key, limit)
  if (seconds > 0) throw refusals.tooManyWrong({ seconds }).retryIn(seconds)
  const outcome = await attempt()
  if (outcome instanceof Refusal) {
    await countWrongOfAll(ctx)
    throw outcome
  }
  await giveBack(ctx, key)
  return outcome as Exclude<Outcome, Refusal>
}

async function countWrongOfAll(ctx: Ctx) {
  await takeWithin(ctx, WRONG_OF_ALL_KEY, { ...WRONG_OF_ALL, most: 1_000_000_000 })
  if ((await pointsOf(ctx, WRONG_OF_ALL_KEY)) !== WRONG_OF_ALL.most) return
  const text = `Loyalty Watch in Self-Service. ${WRONG_OF_ALL.most} wrong codes within ${WRONG_OF_ALL.seconds / 60} minutes`
  ctx.audit('Loyalty Watch', 'Self-Service', 'codes', text)
}

async function pointsOf(ctx: Ctx, key: string) {
  const row = await ctx.db
    .selectFrom('RateLimit')
    .select(['Points', 'Expire'])
    .where('Key', '=', key)
    .executeTakeFirst()
  return row && (row.Expire ?? 0) > ctx.now.getTime() ? row.Points : 0
}

/** How often a code goes to one address, and how often one network has codes sent. */
const perAddress = [
  { most: 1, seconds: 60 },
  { most: 3, seconds: 3600 },
  { most: 10, seconds: 86_400 },
]
const PER_NETWORK = { most: 20, seconds: 3600 }
export const RESEND_SECONDS = perAddress[0]!.seconds

/** Takes one message to what was typed; who asks has to wait, whether anybody is known by it or not. */
export async function countSend(ctx: Ctx, kind: 'sign-in' | 'e-mail', typed: string) {
  for (const [index, window] of perAddress.entries())
    refuseIfFull(await takeWithin(ctx, `self-service ${kind} ${typed.toLowerCase()} ${index}`, window))
  refuseIfFull(await takeWithin(ctx, `self-service sends ${networkOf(ctx.sourceIP)}`, PER_NETWORK))
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
