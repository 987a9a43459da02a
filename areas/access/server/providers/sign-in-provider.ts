/** An external identity provider, as the operator configured it. */
export type SignInProvider = {
  name: 'sso' | 'google' | 'facebook'
  issuer: string
  clientId: string
  clientSecret: string
  /** Replaces the network, for a provider inside this program. */
  fetch?: typeof fetch
  /** Part of this program: the browser finds its pages at this application's own address. */
  inside?: boolean
}

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** External identity providers, in the order of their buttons. */
    signInProviders: readonly SignInProvider[]
  }
}
