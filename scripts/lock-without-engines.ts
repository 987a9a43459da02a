import { readFileSync } from 'node:fs'

// Removes `engines` from package-lock.json. `npm install` adds them again for changed packages.
// npm compares `engines` with its own Node version and skips optional packages that do not match.
// These are native parts of bundler and linter, which this project runs on its bundled Node (scripts/run.mjs).

type Lock = { packages: Record<string, { engines?: unknown }> }

/** Returns the text of package-lock.json without the packages' `engines`. The entry of this project stays. */
export function lockWithoutEngines(): string {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock
  for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines
  return `${JSON.stringify(lock, null, 2)}\n`
}
