/** An external identity provider, as the operator configured it. */
export type SignInProvider = {
  name: 'sso' | 'google' | 'facebook'
  issuer: string
  clientId: string
  clientSecret: string
  /** Replaces the network for a provider inside this program. */
  fetch?: typeof fetch
  /** True for a provider inside this program, whose pages the browser opens on this application's own origin. */
  inside?: boolean
}

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** The external identity providers, in the order of their buttons. */
    signInProviders: readonly SignInProvider[]
  }
}
