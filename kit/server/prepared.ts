import { createHash } from 'node:crypto'

// A statement that comes under a name is parsed and planned once for each connection instead of once for each call, which
// is what most of a short call would cost (docs/decisions/0049).

export type Statement = { text: string; values: unknown[] }

/** Each name keeps a plan in the memory of every connection, and lists have a text for each combination of filters. */
const NAMES_MOST = 500

/** The name of a statement that is sent again and again; undefined for what goes without. */
export type NameOf = (text: string) => string | undefined

/** The names that one pool of connections uses. */
export function statementNames(): NameOf {
  const names = new Map<string, string>()
  /** Sent once so far. What is never sent again, because values stand in its text, needs no name. */
  const seen = new Set<string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === NAMES_MOST) return known
    if (seen.delete(text)) {
      const name = createHash('sha256').update(text).digest('base64url')
      names.set(text, name)
      return name
    }
    if (seen.size === NAMES_MOST) seen.clear()
    seen.add(text)
    return undefined
  }
}

/**
 * A migration changed what a statement answers, or its name is gone (`discard all`): this connection's names are of no use
 * any more, and nothing was done under them.
 */
export function isOfOldNames(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}
