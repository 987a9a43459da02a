import type { ProviderName } from '#areas/setup/contract.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { MultiTransaction } from '#kit/server/serve.ts'
import type * as contract from '../../contract.ts'
import { providerRefusals, toSafeReturnPath } from '../../contract.ts'
import { providerSignInUrl } from './ask-provider.ts'
import {
  browserSecretCookieName,
  createBrowserSecret,
  deriveProviderState,
  hashProviderState,
  PROVIDER_SIGN_IN_SECONDS,
  type ProviderSignInPurpose,
} from './browser-secret.ts'
import type { SignInProvider } from './sign-in-provider.ts'

export function requireConfiguredProvider(
  { services }: Pick<MultiTransaction, 'services'>,
  name: ProviderName,
): SignInProvider {
  const provider = services.signInProviders.find((candidate) => candidate.name === name)
  if (!provider) throw providerRefusals.notConfigured()
  return provider
}

type Trip = { provider: ProviderName; errand: ProviderSignInPurpose; from: string | undefined }

/** Sends this browser to a provider. Only this browser can use the provider's response, once and within five minutes. */
export async function startProviderRoundTrip(call: MultiTransaction, { provider: name, errand, from }: Trip) {
  const provider = requireConfiguredProvider(call, name)
  const secret = createBrowserSecret()
  const Location = await providerSignInUrl(provider, secret, errand, call.appUrl)
  await call.step(async (ctx) => {
    await ctx.db
      .insertInto('ProviderSignIn')
      .values({
        StateHash: hashProviderState(deriveProviderState(secret, errand)),
        Provider: name,
        UserId: errand === 'link' ? ctx.actor.userId : null,
        ReturnTo: toSafeReturnPath(from),
        SourceIP: ctx.sourceIP,
        CreatedAt: ctx.now,
        ExpiresAt: new Date(ctx.now.getTime() + PROVIDER_SIGN_IN_SECONDS * 1000),
      })
      .execute()
    ctx.reply.setCookie(browserSecretCookieName(ctx.services.publicUrl), secret, PROVIDER_SIGN_IN_SECONDS)
  })
  return { Location }
}

export const startProviderSignIn = (
  call: MultiTransaction,
  { Provider, From }: Input<typeof contract.startProviderSignIn>,
) => startProviderRoundTrip(call, { provider: Provider, errand: 'in', from: From })
