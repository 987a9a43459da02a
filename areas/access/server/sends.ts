import { sql } from 'kysely'
import { settings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'

// How often messages go to the person of one account: the one place for every call by which somebody else can have them
// sent. Counted by account and kind, so that who floods somebody with links does not keep them from their codes.

/** `code`: asked for with the right password. `link`: by anybody who knows a user name. `request`: by a colleague. */
type Kind = 'code' | 'link' | 'request'
type Window = { most: number; seconds: number }

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** Codes need the password first, so they are limited more widely: shared counters sign in often. */
async function windowsOf(ctx: Ctx, kind: Kind): Promise<Window[]> {
  if (kind !== 'code')
    return [
      { most: 1, seconds: MINUTE },
      { most: 3, seconds: HOUR },
      { most: 10, seconds: DAY },
    ]
  const own = await settings(ctx)
  return [
    { most: 1, seconds: own['access.codeWaitSeconds'] },
    { most: own['access.codesPerHour'], seconds: HOUR },
    { most: 4 * own['access.codesPerHour'], seconds: DAY },
  ]
}

const sendsKey = (kind: Kind, account: string | number) => `mail ${kind} ${account} `

/**
 * Takes one message to an account, or answers the seconds until there may be another. Taken before it is sent, and in rows:
 * of many at once one goes out, and neither a restart nor a second server forgets it.
 */
export async function takeSend(ctx: Ctx, kind: Kind, account: string | number): Promise<number> {
  for (const [index, window] of (await windowsOf(ctx, kind)).entries()) {
    const seconds = await takeWithin(ctx, `${sendsKey(kind, account)}${index}`, window)
    if (seconds > 0) return seconds
  }
  return 0
}

/** The same where the person who asks may know of it. */
export async function countSend(ctx: Ctx, kind: 'code' | 'request', account: number) {
  const seconds = await takeSend(ctx, kind, account)
  if (seconds > 0) throw refusals.sentAlready({ seconds }).retryIn(seconds)
}

/** Takes one of so many within so many seconds, or answers the seconds until the next. */
export async function takeWithin(ctx: Ctx, key: string, { most, seconds }: Window) {
  const now = ctx.now.getTime()
  const { rows } = await sql`
    insert into rate_limit as r (key, points, expire) values (${key}, 1, ${now + seconds * 1000})
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 1 else r.points + 1 end,
      expire = case when r.expire <= ${now} then ${now + seconds * 1000} else r.expire end
    where r.expire <= ${now} or r.points < ${most}
    returning 1`.execute(ctx.db)
  if (rows.length > 0) return 0
  const full = await ctx.db.selectFrom('RateLimit').select('Expire').where('Key', '=', key).executeTakeFirst()
  return Math.max(1, Math.ceil(((full?.Expire ?? now) - now) / 1000))
}

/** Takes back what was counted, where it need not count after all. */
export const giveBack = (ctx: Ctx, key: string) =>
  sql`update rate_limit set points = points - 1 where key = ${key}`.execute(ctx.db)

/** Forgets every counter whose key begins so. Answers how many there were. */
export async function forgetCounters(ctx: Pick<Ctx, 'db'>, starts: readonly string[]) {
  const { rows } = await sql`
    delete from rate_limit using unnest(${[...starts]}::text[]) start where starts_with(key, start) returning key`.execute(
    ctx.db,
  )
  return rows.length
}

/** "Unlock": the next code and the next link may be sent at once. */
export const forgetSendsOf = (ctx: Pick<Ctx, 'db'>, { UserId, Username }: { UserId: number; Username: string }) =>
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
