import type { Input } from '#kit/contract/endpoint.ts'
import type { Steps } from '#kit/server/serve.ts'
import { type finishLink as contract, providerRefusals, providerTitles } from '../../contract.ts'
import { whoCame } from './ask-provider.ts'
import { secretCookieName } from './browser-secret.ts'
import { claimAnswer } from './claim-answer.ts'
import { linkIdentity } from './link-identity.ts'
import { configuredProvider } from './start-round-trip.ts'
import { tellOwner } from './tell-owner.ts'

/** Links the account of whoever is signed in with the identity that they have just proved at the provider. */
export async function finishLink(call: Steps, answer: Input<typeof contract>) {
  const secret = call.cookie(secretCookieName(call.services.publicUrl))
  const claimed = await call.step((ctx) => claimAnswer(ctx, secret, 'link', answer))
  const provider = configuredProvider(call, claimed.Provider)
  const proof = await whoCame(provider, { ...claimed, errand: 'link', iss: answer.Iss, appUrl: call.appUrl })
  if ('refusal' in proof) throw proof.refusal
  return call.step(async (ctx) => {
    // Somebody else has signed in here since: it was not they who gave the password.
    if (claimed.UserId === null || claimed.UserId !== ctx.actor.userId) throw providerRefusals.notStartedHere()
    const IdentityId = await linkIdentity(ctx, {
      UserId: claimed.UserId,
      Provider: claimed.Provider,
      Issuer: proof.issuer,
      Subject: proof.subject,
      LinkedById: claimed.UserId,
    })
    await tellOwner(ctx, claimed.UserId, providerTitles[claimed.Provider])
    return { IdentityId, From: claimed.ReturnTo }
  })
}
