import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, home, readBuild, shell } from '#app/server/first-files.ts'

// What a first visit fetches, as built and packed: `npm run build` first. Exits with 1 above a limit, so that the gate
// notices. tests/e2e/first-visit.spec.ts measures the same against a running server, with the calls that are made.

const KB = 1000
const dist = process.argv[2] ?? 'dist/web'
const build = readBuild(dist)

const entry = ['index.html', '../../virtual:texts/en/entry', 'group sign-in']
const signedIn = ['languages/en.ts', ...shell, ...home]

const visits = [
  { name: 'Sign-in page', kilobytes: 170, files: 8, modules: entry },
  { name: 'Back-office up to the dashboard', kilobytes: 370, files: 20, modules: [...entry, ...signedIn] },
  {
    name: 'Counter',
    kilobytes: 400,
    files: 20,
    modules: [...entry, ...signedIn, '../../virtual:texts/en/pages'],
  },
]

let tooLarge = false
for (const { name, kilobytes, files, modules } of visits) {
  const missing = modules.filter((module) => filesOf(build, [module]).length === 0)
  if (missing.length > 0) throw new Error(`The build has no ${missing.join(', ')}; has it moved? Name it here anew.`)
  const needed = filesOf(build, modules)
  const size = needed.reduce((sum, file) => sum + sizeOf(file), 0) / KB
  tooLarge ||= size > kilobytes || needed.length > files
  console.log(
    `${name}: ${size.toFixed(1)} kB of scripts and styles, Brotli, in ${needed.length} files (at most ${kilobytes} kB in ${files})`,
  )
}
process.exitCode = tooLarge ? 1 : 0

/** As it is sent; what is too small to be packed goes as it is. */
function sizeOf(file: string) {
  const packed = join(dist, `${file}.br`)
  return statSync(existsSync(packed) ? packed : join(dist, file)).size
}
