import { createHash } from 'node:crypto'

// Names SQL statements, so that each connection parses and plans a statement once instead of for every call.
// Planning is most of the cost of a short call (docs/decisions/0057).

export type NamedStatement = { text: string; values: unknown[] }

/** The maximum number of statement names, because each name stores a plan on every connection. */
const NAMES_MOST = 500

/** Returns the name of a repeated statement; undefined for a statement without a name. */
export type StatementNamer = (text: string) => string | undefined

/** Creates the function that names the statements of one connection pool. */
export function createStatementNamer(): StatementNamer {
  const names = new Map<string, string>()
  /** The texts of statements that were sent once. Only a repeated text gets a name, so texts with inline values get none. */
  const seenOnce = new Set<string>()
  return (text) => {
    const storedName = names.get(text)
    if (storedName !== undefined || names.size === NAMES_MOST) return storedName
    if (seenOnce.delete(text)) {
      const name = createHash('sha256').update(text).digest('base64url')
      names.set(text, name)
      return name
    }
    if (seenOnce.size === NAMES_MOST) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
}

/**
 * True if a prepared statement is no longer valid: a migration changed its result, or its name is unknown.
 * PostgreSQL forgets all names after `discard all`, for example. The failed statement had no effect.
 */
export function isStaleStatementName(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}
