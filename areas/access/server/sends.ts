import { sql } from 'kysely'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { accessRefusals } from '../contract.ts'

// Limits how many messages a caller can send to another person.
// Messages are counted by account and kind, so that a flood of reset links does not block sign-in codes.

/**
 * The kinds of messages: a code after the right password, a link for a user name, a request by a colleague,
 * and a report of a program's new network.
 */
type Kind = 'code' | 'link' | 'request' | 'network'
type Window = { most: number; seconds: number }

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** Codes have higher limits than other messages, because a code needs the right password and staff sign in often. */
async function windowsOf(ctx: Ctx, kind: Kind): Promise<Window[]> {
  if (kind === 'network')
    return [
      { most: 5, seconds: HOUR },
      { most: 10, seconds: DAY },
    ]
  if (kind !== 'code')
    return [
      { most: 1, seconds: MINUTE },
      { most: 3, seconds: HOUR },
      { most: 10, seconds: DAY },
    ]
  const companySettings = await readSettings(ctx)
  return [
    { most: 1, seconds: companySettings['access.codeWaitSeconds'] },
    { most: companySettings['access.codesPerHour'], seconds: HOUR },
    { most: 4 * companySettings['access.codesPerHour'], seconds: DAY },
  ]
}

const sendsKey = (kind: Kind, account: string | number) => `mail ${kind} ${account} `

/**
 * Counts one message to an account. Returns 0, or the seconds until the next message is allowed.
 * The count is in a table before the message is sent, so that concurrent requests, restarts and servers share the limit.
 */
export async function tryCountMessageToAccount(ctx: Ctx, kind: Kind, account: string | number): Promise<number> {
  for (const [index, window] of (await windowsOf(ctx, kind)).entries()) {
    const seconds = await tryCountWithinRateLimit(ctx, `${sendsKey(kind, account)}${index}`, window)
    if (seconds > 0) return seconds
  }
  return 0
}

/** Counts like tryCountMessageToAccount, but throws if the limit is reached. Use it only where the caller may learn of the limit. */
export async function countAccountMessage(ctx: Ctx, kind: 'code' | 'request', account: number) {
  const seconds = await tryCountMessageToAccount(ctx, kind, account)
  if (seconds > 0) throw accessRefusals.sentAlready({ seconds }).retryIn(seconds)
}

/** Counts a use of `key`, at most `most` per `seconds`. Returns 0, or the seconds until the next use is allowed. */
export async function tryCountWithinRateLimit(ctx: Ctx, key: string, { most, seconds }: Window) {
  const now = ctx.now.getTime()
  const { rows } = await sql`
    insert into rate_limit as r (key, points, expire) values (${key}, 1, ${now + seconds * 1000})
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 1 else r.points + 1 end,
      expire = case when r.expire <= ${now} then ${now + seconds * 1000} else r.expire end
    where r.expire <= ${now} or r.points < ${most}
    returning 1`.execute(ctx.db)
  if (rows.length > 0) return 0
  const counter = await ctx.db.selectFrom('RateLimit').select('Expire').where('Key', '=', key).executeTakeFirst()
  return Math.max(1, Math.ceil(((counter?.Expire ?? now) - now) / 1000))
}

/** Takes one count of a counter back. */
export const undoRateLimitCount = (ctx: Ctx, key: string) =>
  sql`update rate_limit set points = points - 1 where key = ${key}`.execute(ctx.db)

/** Deletes all counters whose key starts with one of the prefixes. Returns the number of deleted counters. */
export async function deleteRateLimitCounters(ctx: Pick<Ctx, 'db'>, prefixes: readonly string[]) {
  const { rows } = await sql`
    delete from rate_limit using unnest(${[...prefixes]}::text[]) start where starts_with(key, start) returning key`.execute(
    ctx.db,
  )
  return rows.length
}

/** Deletes the message counters of an unlocked account, so that the next code and link are allowed at once. */
export const deleteSendCountersOfAccount = (
  ctx: Pick<Ctx, 'db'>,
  { UserId, Username }: { UserId: number; Username: string },
) =>
  ctx.db
    .deleteFrom('RateLimit')
    .where((eb) =>
      eb.or(
        [sendsKey('code', UserId), sendsKey('link', Username)].map((start) =>
          eb(sql`starts_with(key, ${start})`, '=', true),
        ),
      ),
    )
    .execute()
