import { z } from 'zod'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { deferMessage, deferredMessage } from '#kit/server/deferred-messages.ts'
import { type forgotPassword as call, RESET_LINK_SECONDS } from '../../contract/passwords.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { tryCountMessageToAccount } from '../sends.ts'
import { countSignInAttempt, networkOfAddress, resetLinkThrottlePerAddress } from '../throttle.ts'
import { sendPasswordLink } from './password-links.ts'

export const FORGOTTEN_PASSWORD_MESSAGE_KIND = 'Forgotten password'

const About = z.strictObject({ Username: z.string(), MaySend: z.boolean(), Session: z.string().nullable() })

/** Queues a request for a reset link. The account is looked up after the reply, so that the reply reveals nothing. */
export async function forgotPassword(ctx: Ctx, { Username: typedUsername }: Input<typeof call>) {
  const Username = typedUsername.toLowerCase()
  await countSignInAttempt(ctx, `link asks ${networkOfAddress(ctx.sourceIP)}`, resetLinkThrottlePerAddress)
  const MaySend = (await tryCountMessageToAccount(ctx, 'link', Username)) === 0
  await deferMessage(ctx, {
    kind: FORGOTTEN_PASSWORD_MESSAGE_KIND,
    about: { Username, MaySend, Session: ctx.actor.sessionLabel } satisfies z.input<typeof About>,
    until: new Date(ctx.now.getTime() + RESET_LINK_SECONDS * 1000),
  })
  return { ExpiresIn: RESET_LINK_SECONDS }
}

/** Sends the reset link if the account exists. Always writes a login activity. */
export const sendForgottenPassword = deferredMessage(About, async (ctx, { Username, MaySend, Session }) => {
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
