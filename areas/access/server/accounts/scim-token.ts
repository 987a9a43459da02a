import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type issueScimToken as contract, systemAccountRefusals as refusals } from '../../contract/system-accounts.ts'
import type { Scope } from '../../roles.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { createSession } from '../open-session.ts'
import { getSystemAccount, lockSystemAccount } from './system-accounts.ts'

const SCOPE: Scope = 'scim'
const DAY_SECONDS = 24 * 3600

/**
 * Opens a long session with the scope of SCIM only, because identity providers send one fixed token.
 * Earlier tokens stay valid, so that a token can be exchanged; the page of sessions ends them.
 */
export async function issueScimToken(ctx: Ctx, { UserId, Days }: Input<typeof contract>) {
  const account = await lockSystemAccount(ctx, UserId)
  if (account.Status !== 'Active') throw refusals.disabled()
  if (!account.Scopes.includes(SCOPE)) throw refusals.noScimScope({ Scope: SCOPE })
  const seconds = Days * DAY_SECONDS
  const opening = { audience: 'system', userId: UserId, seconds, idleSeconds: seconds, scopes: [SCOPE] } as const
  const { token, label } = await createSession(ctx, opening)
  await recordLoginActivity(ctx, UserId, 'SCIM token issued', label)
  ctx.audit('Issue SCIM Token', 'User', UserId, `Issue SCIM Token in User Roles. UserId - ${UserId}, Days - ${Days}`)
  const ExpiresAt = new Date(ctx.now.getTime() + seconds * 1000).toISOString()
  return { Account: await getSystemAccount(ctx, UserId), Token: token, ExpiresAt }
}
