import type { CustomFetch } from 'openid-client'
import type { SignInProvider } from '#kit/server/ctx.ts'

/** Fetches these addresses and no others, whatever a provider's answer names; a redirect is an answer, not a way. */
export function pinnedFetch(provider: SignInProvider, addresses: readonly (string | undefined)[]): CustomFetch {
  const allowed = new Set(addresses.flatMap((address) => (address ? [withoutQuery(address)] : [])))
  const get = provider.fetch ?? fetch
  return async (address, options) => {
    if (!allowed.has(withoutQuery(address))) throw new TypeError('Not an address of this provider')
    return get(address, { ...options, redirect: 'manual' } as RequestInit)
  }
}

function withoutQuery(address: string) {
  const url = new URL(address)
  return url.origin + url.pathname
}
