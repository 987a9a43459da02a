import { readFileSync } from 'node:fs'

// Removes `engines` from package-lock.json. npm compares them with its own Node version and skips optional packages that do not
// match, such as native parts of bundler and linter. This project runs on its bundled Node (scripts/run.mjs) instead. `npm install`
// adds them again for changed packages.

type Lock = { packages: Record<string, { engines?: unknown }> }

/** The text of package-lock.json without the packages' `engines`; our own entry stays. */
export function lockWithoutEngines(): string {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock
  for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines
  return `${JSON.stringify(lock, null, 2)}\n`
}
