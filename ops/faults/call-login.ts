export const CALLS = 'carat_calls'

/** The database URL with the login of calls, which the pooler has configured. */
export function callsThrough(url: string): string {
  const address = new URL(url)
  address.username = CALLS
  address.password = CALLS
  return address.href
}
