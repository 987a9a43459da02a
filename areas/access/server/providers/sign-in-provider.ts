/** An external identity provider, as the operator configured it. */
export type SignInProvider = {
  name: 'sso' | 'google' | 'facebook'
  issuer: string
  clientId: string
  clientSecret: string
  /** The fetch function for a provider inside this program, which needs no network. */
  fetch?: typeof fetch
  /** True for a provider inside this program, whose pages have the same origin as this application. */
  inside?: boolean
}

declare module '#kit/server/ctx.ts' {
  interface Services {
    /** The external identity providers, in the order of their buttons. */
    signInProviders: readonly SignInProvider[]
  }
}
