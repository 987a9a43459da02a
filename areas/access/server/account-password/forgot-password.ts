import { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { wantedMessage, wantMessage } from '#kit/server/wanted.ts'
import { type forgotPassword as call, LINK_SECONDS } from '../../contract/passwords.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { takeSend } from '../sends.ts'
import { countAttempt, linkThrottle, networkOf } from '../throttle.ts'
import { sendPasswordLink } from './password-links.ts'

export const FORGOTTEN = 'Forgotten password'

const About = z.strictObject({ Username: z.string(), MaySend: z.boolean(), Session: z.string().nullable() })

/** Asks for a link, if there is such an account. Neither the answer nor its time tells: nobody is looked up before it has left. */
export async function forgotPassword(ctx: Ctx, { Username: typed }: Input<typeof call>) {
  const Username = typed.toLowerCase()
  await countAttempt(ctx, `link asks ${networkOf(ctx.sourceIP)}`, linkThrottle)
  const MaySend = (await takeSend(ctx, 'link', Username)) === 0
  await wantMessage(ctx, {
    kind: FORGOTTEN,
    about: { Username, MaySend, Session: ctx.actor.sessionLabel } satisfies z.input<typeof About>,
    until: new Date(ctx.now.getTime() + LINK_SECONDS * 1000),
  })
  return { ExpiresIn: LINK_SECONDS }
}

/** Sends the link; the log of sign-ins says that it was asked for, no matter who was meant. */
export const sendForgottenPassword = wantedMessage(About, async (ctx, { Username, MaySend, Session }) => {
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'Username', 'Email', 'ContactNo'])
    .where('Username', '=', Username)
    .where('Kind', '=', 'Staff')
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .executeTakeFirst()
  if (MaySend && (account?.Email || account?.ContactNo)) await sendPasswordLink(ctx, account)
  await recordLoginActivity(ctx, account?.UserId ?? null, 'Link for a new password asked for', Session)
})
