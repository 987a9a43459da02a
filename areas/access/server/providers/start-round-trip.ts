import type { ProviderName } from '#areas/setup/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import type * as contract from '../../contract.ts'
import { providerRefusals, safeReturnPath } from '../../contract.ts'
import { providerSignInUrl } from './ask-provider.ts'
import {
  deriveState,
  hashState,
  newBrowserSecret,
  ROUND_TRIP_SECONDS,
  type RoundTripPurpose,
  secretCookieName,
} from './browser-secret.ts'
import type { SignInProvider } from './sign-in-provider.ts'

export function configuredProvider(
  { services }: Pick<MultiTransaction, 'services'>,
  name: ProviderName,
): SignInProvider {
  const provider = services.signInProviders.find((candidate) => candidate.name === name)
  if (!provider) throw providerRefusals.notConfigured()
  return provider
}

type Trip = { provider: ProviderName; errand: RoundTripPurpose; from: string | undefined }

/** Sends this browser to a provider. Only this browser can use the provider's response, once and within five minutes. */
export async function startRoundTrip(call: MultiTransaction, { provider: name, errand, from }: Trip) {
  const provider = configuredProvider(call, name)
  const secret = newBrowserSecret()
  const Location = await providerSignInUrl(provider, secret, errand, call.appUrl)
  await call.step(async (ctx) => {
    await ctx.db
      .insertInto('ProviderSignIn')
      .values({
        StateHash: hashState(deriveState(secret, errand)),
        Provider: name,
        UserId: errand === 'link' ? ctx.actor.userId : null,
        ReturnTo: safeReturnPath(from),
        SourceIP: ctx.sourceIP,
        CreatedAt: ctx.now,
        ExpiresAt: new Date(ctx.now.getTime() + ROUND_TRIP_SECONDS * 1000),
      })
      .execute()
    ctx.reply.setCookie(secretCookieName(ctx.services.publicUrl), secret, ROUND_TRIP_SECONDS)
  })
  return { Location }
}

export const startProviderSignIn = (
  call: MultiTransaction,
  { Provider, From }: Input<typeof contract.startProviderSignIn>,
) => startRoundTrip(call, { provider: Provider, errand: 'in', from: From })
