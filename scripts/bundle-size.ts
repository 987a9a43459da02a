import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

// What a first visit fetches, as built and packed: `npm run build` first. Exits with 1 above a limit, so that the gate
// notices. tests/e2e/first-visit.spec.ts measures the same against a running server, with the calls that are made.

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

const KB = 1000
const dist = process.argv[2] ?? 'dist/web'
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

// `group …` is what vite.config.ts joins under that name.
const entry = ['index.html', '../../virtual:texts/en/entry', 'group sign-in']
const signedIn = ['languages/en.ts', 'group shell']
const dashboard = ['../../areas/dashboard/web/DashboardPage.tsx', 'HomePage.tsx'].find((page) => page in manifest)
const counter = '../../areas/memberships/web/counter/CounterPage.tsx'

const visits = [
  { name: 'Sign-in page', kilobytes: 190, files: 12, modules: entry },
  {
    name: 'Back-office up to the dashboard',
    kilobytes: 360,
    files: 30,
    modules: [...entry, ...signedIn, dashboard ?? 'HomePage.tsx'],
  },
  {
    name: 'Counter',
    kilobytes: 420,
    files: 35,
    modules: [...entry, ...signedIn, '../../virtual:texts/en/pages', counter],
  },
]

let tooLarge = false
for (const { name, kilobytes, files, modules } of visits) {
  const needed = [...new Set(modules.flatMap((module) => filesOf(module)))]
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

/** A module's file and all that it needs before it runs. */
function filesOf(module: string, seen = new Set<string>()): string[] {
  const group = /^group (.*)/.exec(module)?.[1]
  const chunk = group ? Object.values(manifest).find(({ name }) => name === group) : manifest[module]
  if (!chunk) throw new Error(`The build has no ${module}; has it moved? Name it in scripts/bundle-size.ts anew.`)
  if (seen.has(module)) return []
  seen.add(module)
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((needed) => filesOf(needed, seen))]
}
