import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type confirmIdentity as contract, providerRefusals, providerTitles } from '../../contract.ts'
import { findAccountActor } from '../account-actor.ts'
import { notifyAccount } from '../account-messages.ts'
import { assertWithinCallerRights } from '../accounts/caller-rights.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { identityConfirmedMail, identityDeclinedMail } from '../mails.ts'
import { hashSessionToken } from '../tokens.ts'
import { notifyOwnerOfIdentity } from './identities.ts'
import { linkIdentity } from './link-identity.ts'

type Request = Input<typeof contract>

/** Returns a request to link an identity, for its page. Opening the page decides nothing, because mail scanners open links. */
export async function getIdentityRequest(ctx: Ctx, { Token }: Request) {
  const hash = hashSessionToken(Token)
  if (!hash) throw providerRefusals.requestExpired()
  const request = await ctx.db
    .selectFrom('IdentityRequest')
    .innerJoin('UserAccount', 'UserAccount.UserId', 'IdentityRequest.UserId')
    .innerJoin('UserAccount as Requester', 'Requester.UserId', 'IdentityRequest.RequestedById')
    .innerJoin('Staff', 'Staff.StaffId', 'Requester.StaffId')
    .select(['UserAccount.Username', 'Provider', 'Subject', 'FullName as RequestedBy', 'ExpiresAt'])
    .where('TokenHash', '=', hash)
    .where('ConfirmedAt', 'is', null)
    .where('DeclinedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .executeTakeFirst()
  if (!request) throw providerRefusals.requestExpired()
  return request
}

export async function confirmIdentity(ctx: Ctx, { Token }: Request) {
  const request = await answerRequest(ctx, Token, 'ConfirmedAt')
  const { UserId, RequestedById, Provider, Issuer, Subject } = request
  // The request is void if its requester has lost the rights that it needs.
  const requester = await findAccountActor(ctx.db, RequestedById)
  if (!requester?.isHQ) throw providerRefusals.requestExpired()
  await assertWithinCallerRights({ ...ctx, actor: requester }, [UserId])
  const Username = await activeUsername(ctx, UserId)

  await linkIdentity(ctx, { UserId, Provider, Issuer, Subject, LinkedById: RequestedById })
  const title = providerTitles[Provider]
  await notifyOwnerOfIdentity(ctx, UserId, title)
  await notifyAccount(ctx, RequestedById, identityConfirmedMail, { username: Username, provider: title })
  await recordLoginActivity(ctx, UserId, `Sign-in through ${title} confirmed`)
  return { Username, Provider }
}

export async function declineIdentity(ctx: Ctx, { Token }: Request) {
  const { UserId, RequestId, RequestedById, Provider } = await answerRequest(ctx, Token, 'DeclinedAt')
  const Username = await activeUsername(ctx, UserId)
  const title = providerTitles[Provider]
  await notifyAccount(ctx, RequestedById, identityDeclinedMail, { username: Username, provider: title })
  await recordLoginActivity(ctx, UserId, `Sign-in through ${title} declined`)
  ctx.audit('Decline User Identity', 'IdentityRequest', RequestId)
  return { Username }
}

/** Marks a request to link an identity as answered. Only one of several concurrent answers succeeds. */
async function answerRequest(ctx: Ctx, Token: string, column: 'ConfirmedAt' | 'DeclinedAt') {
  const hash = hashSessionToken(Token)
  if (!hash) throw providerRefusals.requestExpired()
  const request = await ctx.db
    .updateTable('IdentityRequest')
    .set({ [column]: ctx.now })
    .where('TokenHash', '=', hash)
    .where('ConfirmedAt', 'is', null)
    .where('DeclinedAt', 'is', null)
    .where('ExpiresAt', '>', ctx.now.toISOString())
    .returning(['RequestId', 'UserId', 'RequestedById', 'Provider', 'Issuer', 'Subject'])
    .executeTakeFirst()
  if (!request) throw providerRefusals.requestExpired()
  return request
}

/** Returns the user name of an active account. Throws if the account is inactive. */
async function activeUsername(ctx: Ctx, UserId: number) {
  const account = await ctx.db
    .selectFrom('UserAccount')
    .innerJoin('Staff', 'Staff.StaffId', 'UserAccount.StaffId')
    .select('Username')
    .where('UserId', '=', UserId)
    .where('UserAccount.Status', '=', 'Active')
    .where('Staff.Status', '=', 'Active')
    .executeTakeFirst()
  if (!account) throw providerRefusals.requestExpired()
  return account.Username
}
