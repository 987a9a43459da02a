// Any origin will do: the code only checks whether an address stays within it.
const HERE = 'https://here.invalid'

const isControl = (character: string) => character <= ' ' || character === '\u007f'

/**
 * The path to open after signing in. Only a page of this application is accepted, never another site's address;
 * anything else becomes the start page. Used by server and web.
 */
export function ownPath(requested: string | null | undefined): string {
  if (!requested || requested.length > 2000 || !requested.startsWith('/')) return '/'
  if (requested.includes('\\') || [...requested].some(isControl) || !URL.canParse(requested, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(requested, HERE)
  // '/.//evil.example' gains a second slash only when its dots are resolved, or after a second decoding.
  if (origin !== HERE || /^\/(?:\/|%2f|%5c|%09|%0a|%0d)/i.test(pathname)) return '/'
  // Returning to the sign-in pages would be a loop.
  if (/^\/(?:auth|logout)(?:\/|$)/i.test(pathname)) return '/'
  return pathname + search + hash
}
