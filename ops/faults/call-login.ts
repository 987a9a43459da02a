export const CALLS = 'carat_calls'

/** The same database for the login of calls, which the pooler knows. */
export function callsThrough(url: string): string {
  const address = new URL(url)
  address.username = CALLS
  address.password = CALLS
  return address.href
}
