import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import { accessRefusals } from '../contract.ts'

/** After `free` wrong attempts, each further attempt waits 1, 2, 4 … times `first` (default 1) up to `longest` seconds. */
type Throttle = { free: number; windowSeconds: number; longest: number; first?: number }

export const passwordAttemptThrottle: Throttle = { free: 10, windowSeconds: 15 * 60, longest: 300 }
export const codeAttemptThrottle: Throttle = { free: 15, windowSeconds: 24 * 3600, longest: 300 }
export const signInAttemptThrottlePerAddress: Throttle = { free: 100, windowSeconds: 3600, longest: 3600 }
/** The limit of reset links requested from one address, for all accounts together. */
export const resetLinkThrottlePerAddress: Throttle = { free: 20, windowSeconds: 3600, longest: 3600, first: 180 }

/**
 * Counts an attempt to sign in before it is checked, so that concurrent attempts cannot exceed the limit.
 * Throws while the waiting time after earlier attempts runs.
 * The counters of attempts are table rows, so that restarts and other servers share them.
 */
export async function countSignInAttempt(ctx: Ctx, key: string, limit: Throttle) {
  if (!(await takeAttempt(ctx, key, limit))) throw refusalFor(await waitOf(ctx, key, limit))
}

/** Like countSignInAttempt, but returns false if the limit is reached. */
async function takeAttempt(ctx: Ctx, key: string, limit: Throttle) {
  const now = ctx.now.getTime()
  const window = limit.windowSeconds * 1000
  const counted = await sql<{ Points: number }>`
    insert into rate_limit as r (key, points, expire) values (${key}, 1, ${now + window})
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 1 else r.points + 1 end, expire = ${now + window}
    where r.expire <= ${now} or r.points < ${limit.free}
      or ${now} >= r.expire - ${window} + 1000 * least(${limit.longest}, ${limit.first ?? 1} * power(2, least(r.points - ${limit.free}, 20)))
    returning points`.execute(ctx.db)
  return counted.rows.length > 0
}

/** Throws while the waiting time after earlier attempts runs, and does not count an attempt. */
export async function assertSignInAttemptAllowed(ctx: Ctx, key: string, limit: Throttle) {
  const seconds = await waitOf(ctx, key, limit)
  if (seconds > 0) throw refusalFor(seconds)
}

export const clearSignInAttempts = (ctx: Ctx, key: string) =>
  ctx.db.deleteFrom('RateLimit').where('Key', '=', key).execute()

/** Clears all failed attempts to sign in to an unlocked account, from every network. */
export const clearSignInAttemptsOfAccount = (
  ctx: Pick<Ctx, 'db'>,
  { UserId, Username }: { UserId: number; Username: string },
) =>
  ctx.db
    .deleteFrom('RateLimit')
    .where((eb) =>
      eb.or(
        [`password ${Username} `, `code ${UserId} `, `passkey ${UserId} `, `own password ${UserId} `].map((start) =>
          eb(sql`starts_with(key, ${start})`, '=', true),
        ),
      ),
    )
    .execute()

async function waitOf(ctx: Ctx, key: string, { free, windowSeconds, longest, first = 1 }: Throttle) {
  const row = await ctx.db
    .selectFrom('RateLimit')
    .select(['Points', 'Expire'])
    .where('Key', '=', key)
    .executeTakeFirst()
  const now = ctx.now.getTime()
  if (!row?.Expire || row.Expire <= now || row.Points < free) return 0
  const delay = Math.min(longest, first * 2 ** Math.min(row.Points - free, 20))
  return Math.ceil((row.Expire - windowSeconds * 1000 + delay * 1000 - now) / 1000)
}

function refusalFor(seconds: number) {
  const wait = Math.max(1, seconds)
  return accessRefusals.tooManyTries({ seconds: wait }).retryIn(wait)
}

/** Returns the network of an attempt: the IPv4 address, or the /64 prefix of an IPv6 address. */
export function networkOfAddress(sourceIP: string | null) {
  if (!sourceIP || !isIPv6(sourceIP)) return sourceIP ?? 'unknown'
  if (sourceIP.startsWith('::ffff:')) return sourceIP.slice(7)
  const [head = '', tail] = sourceIP.split('::')
  const start = head.split(':')
  const filled =
    tail === undefined
      ? start
      : [...start, ...Array<string>(8 - start.length - tail.split(':').length).fill('0'), ...tail.split(':')]
  return `${filled.slice(0, 4).join(':')}::/64`
}
