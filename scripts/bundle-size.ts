import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// What a first visit fetches, as built: `npm run build` first. Exits with 1 above a limit, so that the gate notices.

type Chunk = { file: string; imports?: string[] }

const KB = 1000
const dist = process.argv[2] ?? 'dist/web'
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const entry = ['index.html', 'languages/en.ts']
const dashboard = ['../../areas/dashboard/web/DashboardPage.tsx', 'HomePage.tsx'].find((page) => page in manifest)

const visits = [
  { name: 'Sign-in page', limit: 220, modules: [...entry, 'layout/AuthLayout.tsx', 'auth/Login.tsx'] },
  {
    name: 'Back-office up to the dashboard',
    limit: 400,
    modules: [...entry, 'languages/en-shell.ts', 'signed-in-routes.tsx', dashboard ?? 'HomePage.tsx'],
  },
]

let tooLarge = false
for (const { name, limit, modules } of visits) {
  const files = [...new Set(modules.flatMap((module) => filesOf(module)))]
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0) / KB
  tooLarge ||= size > limit
  console.log(`${name}: ${size.toFixed(1)} kB of JavaScript, gzip, in ${files.length} files (at most ${limit} kB)`)
}
process.exitCode = tooLarge ? 1 : 0

/** A module's file and all that it needs before it runs. */
function filesOf(module: string, seen = new Set<string>()): string[] {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`The build has no ${module}; has it moved? Name it in scripts/bundle-size.ts anew.`)
  if (seen.has(module)) return []
  seen.add(module)
  const own = existsSync(join(dist, chunk.file)) && chunk.file.endsWith('.js') ? [chunk.file] : []
  return [...own, ...(chunk.imports ?? []).flatMap((needed) => filesOf(needed, seen))]
}
