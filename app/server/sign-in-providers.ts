import type { SignInProvider } from '#areas/access/server/index.ts'

type Values = {
  SSO_ISSUER?: string | undefined
  SSO_CLIENT_ID?: string | undefined
  SSO_CLIENT_SECRET?: string | undefined
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  FACEBOOK_CLIENT_ID?: string | undefined
  FACEBOOK_CLIENT_SECRET?: string | undefined
  PUBLIC_URL?: string | undefined
}

const names = {
  sso: ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'],
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  facebook: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
} as const

/** The external sign-in providers whose variables are set, with single sign-on first. */
export function readSignInProviders(values: Values): SignInProvider[] {
  const providerOf = (name: SignInProvider['name'], issuer?: string, clientId?: string, clientSecret?: string) =>
    issuer && clientId && clientSecret ? [{ name, issuer, clientId, clientSecret }] : []
  return [
    ...providerOf('sso', values.SSO_ISSUER, values.SSO_CLIENT_ID, values.SSO_CLIENT_SECRET),
    ...providerOf('google', 'https://accounts.google.com', values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    ...providerOf('facebook', 'https://www.facebook.com', values.FACEBOOK_CLIENT_ID, values.FACEBOOK_CLIENT_SECRET),
  ]
}

/** Reports incomplete provider settings, and a missing PUBLIC_URL, to which providers redirect back. */
export function findProviderProblems(values: Values): string[] {
  const configured = Object.values(names).filter((variables) => variables.some((name) => values[name]))
  const halves = configured.filter((variables) => variables.some((name) => !values[name]))
  return [
    ...halves.map((variables) => `${variables.join(', ').replace(/, (\w+)$/, ' and $1')} only go together`),
    ...(configured.length > 0 && !values.PUBLIC_URL
      ? ['Sign-in through a provider needs PUBLIC_URL, for example PUBLIC_URL=https://carat.example']
      : []),
  ]
}

/** Requires https for the URL of an issuer, except on this machine, because only TLS authenticates the issuer. */
export function isIssuerUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash, username } = new URL(value)
  const local = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || local) && !search && !hash && !username
}
