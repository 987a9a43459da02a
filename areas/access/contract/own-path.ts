// Any origin: only whether an address stays in it is looked at.
const HERE = 'https://here.invalid'

const isControl = (character: string) => character <= ' ' || character === '\u007f'

/**
 * Where to go after signing in: only a page of this application, as a path, never another site's address. Whatever else
 * is asked for leads to the start page. Server and web both ask this function.
 */
export function ownPath(requested: string | null | undefined): string {
  if (!requested || requested.length > 2000 || !requested.startsWith('/')) return '/'
  if (requested.includes('\\') || [...requested].some(isControl) || !URL.canParse(requested, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(requested, HERE)
  // '/.//evil.example' has no second slash until its dots are resolved; behind a second decoding it would have one too.
  if (origin !== HERE || /^\/(?:\/|%2f|%5c|%09|%0a|%0d)/i.test(pathname)) return '/'
  // The pages of the sign-in itself would only lead round in a circle.
  if (/^\/(?:auth|logout)(?:\/|$)/i.test(pathname)) return '/'
  return pathname + search + hash
}
