import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import { CHANNEL } from '#kit/server/announcements.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type forgotPassword as call, LINK_SECONDS } from '../../contract/passwords.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { takeSend } from '../sends.ts'
import { countAttempt, linkThrottle, networkOf } from '../throttle.ts'
import { newPasswordLink, sendPasswordLink } from './password-links.ts'

/**
 * Sends a link if there is such an account. Neither the answer nor its time tells: whoever is unknown, or asked too
 * often, gets the same work with a link that opens nothing and a message to nobody.
 */
export async function forgotPassword(ctx: Ctx, { Username }: Input<typeof call>) {
  const username = Username.toLowerCase()
  await countAttempt(ctx, `link asks ${networkOf(ctx.sourceIP)}`, linkThrottle)
  const maySend = (await takeSend(ctx, 'link', username)) === 0
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'Username', 'Email', 'ContactNo'])
    .where('Username', '=', username)
    .where('Kind', '=', 'Staff')
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .executeTakeFirst()

  if (maySend && (account?.Email || account?.ContactNo)) await sendPasswordLink(ctx, account)
  else {
    await newPasswordLink(ctx, { userId: null, requestedById: null, seconds: LINK_SECONDS })
    await sql`select pg_notify(${CHANNEL}, 'outbox:none')`.execute(ctx.db)
  }
  await recordLoginActivity(ctx, account?.UserId ?? null, 'Link for a new password asked for')
  return { ExpiresIn: LINK_SECONDS }
}
