export const CALL_LOGIN = 'carat_calls'

/** Returns the database URL with the login of API calls, which the pooler's configuration contains. */
export function callsThrough(url: string): string {
  const address = new URL(url)
  address.username = CALL_LOGIN
  address.password = CALL_LOGIN
  return address.href
}
