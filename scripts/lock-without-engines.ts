import { readFileSync } from 'node:fs'

// npm holds what packages say of Node against the Node that npm itself runs on, and leaves out optional ones, the
// bundler's and the linter's native parts among them, that do not fit. Everything here runs on the Node that is brought
// along (scripts/run.mjs), so the lock does not repeat it. `npm install` writes it back for what it changes.

type Lock = { packages: Record<string, { engines?: unknown }> }

/** The text of package-lock.json without what packages say of Node; our own word stays. */
export function lockWithoutEngines(): string {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock
  for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines
  return `${JSON.stringify(lock, null, 2)}\n`
}
