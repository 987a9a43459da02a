// The base URL is arbitrary, because the code only checks whether a path stays on the same origin.
const HERE = 'https://here.invalid'

const isControl = (character: string) => character <= ' ' || character === '\u007f'

/**
 * Returns the path to open after sign-in: `requested` if it is a page of this application, else the start page.
 * The server and the web app both use this function.
 */
export function toSafeReturnPath(requested: string | null | undefined): string {
  if (!requested || requested.length > 2000 || !requested.startsWith('/')) return '/'
  if (requested.includes('\\') || [...requested].some(isControl) || !URL.canParse(requested, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(requested, HERE)
  // In the path '/.//evil.example' a second slash appears only when the dots are resolved, or after a second decoding.
  if (origin !== HERE || /^\/(?:\/|%2f|%5c|%09|%0a|%0d)/i.test(pathname)) return '/'
  // A return to the sign-in pages would cause a loop.
  if (/^\/(?:auth|logout)(?:\/|$)/i.test(pathname)) return '/'
  return pathname + search + hash
}
