import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import { type ssoSignIn as contract, providerRefusals, providerTitles } from '../../contract.ts'
import { openUserSession } from '../admit-user.ts'
import { recordLoginActivity } from '../login-activity.ts'
import { identifyAtProvider, type ProviderSignInResult } from './ask-provider.ts'
import { browserSecretCookieName } from './browser-secret.ts'
import { claimProviderResponse } from './claim-answer.ts'
import { requireConfiguredProvider } from './start-round-trip.ts'

/** Signs in the user whose account is linked with the identity that the provider proved. */
export async function ssoSignIn(call: MultiTransaction, answer: Input<typeof contract>) {
  const secret = call.cookie(browserSecretCookieName(call.services.publicUrl))
  const claimed = await call.step((ctx) => claimProviderResponse(ctx, secret, 'in', answer))
  const provider = requireConfiguredProvider(call, claimed.Provider)
  const proof = await identifyAtProvider(provider, { ...claimed, errand: 'in', iss: answer.Iss, appUrl: call.appUrl })
  return call.step((ctx) => admit(ctx, claimed, proof))
}

async function admit(
  ctx: Ctx,
  claimed: Awaited<ReturnType<typeof claimProviderResponse>>,
  proof: ProviderSignInResult,
) {
  const { Provider, ReturnTo, key } = claimed
  const refuse = async (userId: number | null, text: string) => {
    await recordLoginActivity(ctx, userId, `Sign-in through ${providerTitles[Provider]} refused: ${text}`)
  }
  if ('refusal' in proof) {
    await refuse(null, proof.reason)
    throw proof.refusal.keepingWrites()
  }
  const identity = await ctx.db
    .updateTable('UserIdentity')
    .set({ LastUsedAt: ctx.now })
    .where('Issuer', '=', proof.issuer)
    .where('Subject', '=', proof.subject)
    .returning('UserId')
    .executeTakeFirst()
  if (!identity) {
    await refuse(null, 'no account is linked')
    throw providerRefusals.identityUnknown().keepingWrites()
  }
  const admitted = await openUserSession(ctx, identity.UserId, `Signed in through ${providerTitles[Provider]}`)
  if (!admitted) {
    await refuse(identity.UserId, 'the account is not active')
    throw providerRefusals.accountClosed().keepingWrites()
  }
  await ctx.db
    .updateTable('ProviderSignIn')
    .set({ FinishedAt: ctx.now, SessionId: admitted.sessionId })
    .where('StateHash', '=', key)
    .execute()
  return { ...admitted.signedIn, From: ReturnTo }
}
