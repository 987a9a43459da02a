import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import {
  type addIdentity as contract,
  IDENTITY_REQUEST_SECONDS,
  providerRefusals,
  providerTitles,
} from '../../contract.ts'
import { sendAccountMessage } from '../account-messages.ts'
import { assertWithinCallerRights } from '../accounts/caller-rights.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { identityConfirmationMail } from '../mails.ts'
import { findCodeRecipient, maskAddress } from '../one-time-code.ts'
import { countAccountMessage } from '../sends.ts'
import { createSessionToken, hashSessionToken } from '../tokens.ts'
import { requireConfiguredProvider } from './start-round-trip.ts'

/**
 * Requests to link a user's account with a subject that an administrator copied from the provider.
 * The link takes effect once the owner of the account confirms the request.
 */
export async function addIdentity(ctx: Ctx, { UserId, Provider, Subject }: Input<typeof contract>) {
  if (UserId === ctx.actor.userId) throw providerRefusals.ownIdentity()
  const { issuer } = requireConfiguredProvider(ctx, Provider)
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select(['UserId', 'Username', 'Email', 'ContactNo'])
    .where('UserId', '=', UserId)
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .executeTakeFirst()
  if (!account) throw providerRefusals.identityNotFound()
  await assertWithinCallerRights(ctx, [UserId])
  const linkedIdentity = await ctx.db
    .selectFrom('UserIdentity')
    .select('IdentityId')
    .where('Issuer', '=', issuer)
    .where('Subject', '=', Subject)
    .executeTakeFirst()
  if (linkedIdentity) throw providerRefusals.identityTaken()

  const to = findCodeRecipient(account)
  await countAccountMessage(ctx, 'request', UserId)
  const token = createSessionToken()
  const { RequestId } = await ctx.db
    .insertInto('IdentityRequest')
    .values({
      TokenHash: hashSessionToken(token)!,
      UserId,
      Provider,
      Issuer: issuer,
      Subject,
      RequestedById: ctx.actor.userId!,
      CreatedAt: ctx.now,
      ExpiresAt: new Date(ctx.now.getTime() + IDENTITY_REQUEST_SECONDS * 1000),
    })
    .returning('RequestId')
    .executeTakeFirstOrThrow()
  const title = providerTitles[Provider]
  await sendAccountMessage(ctx, UserId, to, identityConfirmationMail, {
    name: ctx.actor.name,
    subject: Subject,
    provider: title,
    username: account.Username,
    link: `${ctx.services.webUrl}/auth/login?step=link#${token}`,
    hours: IDENTITY_REQUEST_SECONDS / 3600,
  })
  await recordLoginActivity(ctx, UserId, `Asked to confirm a sign-in through ${title} by ${ctx.actor.name}`)
  ctx.audit(
    'Request User Identity',
    'IdentityRequest',
    RequestId,
    `Request User Identity in User Roles. UserId - ${UserId}, Provider - ${title}`,
  )
  return { RequestId, SentTo: maskAddress(to.address), ExpiresIn: IDENTITY_REQUEST_SECONDS }
}
