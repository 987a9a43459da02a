import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { textPartForPage } from '#app/public/text-parts.ts'
import { publicPages } from '#app/server/areas.ts'
import {
  filesOfModules,
  homePageModules,
  publicModulePath,
  readBuild,
  signedInShellModules,
} from '#app/server/first-files.ts'

// Measures the compressed size of a first visit; run `npm run build` first. Exits with 1 above a limit.
// tests/e2e/first-visit.spec.ts measures the same, and the calls, against a running server.

const KB = 1000
const PUBLIC_KILOBYTES = 90
const PUBLIC_FILES = 10
const dist = process.argv[2] ?? 'dist/web'
const build = readBuild(dist)

const entry = ['index.html', '../../virtual:texts/en/entry', 'group sign-in']
const signedIn = ['languages/en.ts', ...signedInShellModules, ...homePageModules]

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
  const missing = modules.filter((module) => filesOfModules(build, [module]).length === 0)
  if (missing.length > 0) throw new Error(`The build has no ${missing.join(', ')}; has it moved? Name it here again.`)
  const needed = filesOfModules(build, modules)
  const size = needed.reduce((sum, file) => sum + sizeOf(file), 0) / KB
  tooLarge ||= size > kilobytes || needed.length > files
  console.log(
    `${name}: ${size.toFixed(1)} kB of scripts and styles, Brotli, in ${needed.length} files (at most ${kilobytes} kB in ${files}; ${roomOf(size, kilobytes)})`,
  )
}

// For public pages, limits the scripts in gzip, including React and lazy chunks, because every proxy supports gzip.
// tests/e2e/public-pages.spec.ts measures the same over the network.
const publicBuild = readBuild(dist, 'public.json')
const publicVisits = new Map(
  publicPages.flatMap(({ area, module }) =>
    module ? [[publicModulePath({ area, module }), textPartForPage(area, module)]] : [],
  ),
)
for (const [module, part] of publicVisits) {
  if (filesOfModules(publicBuild, [module]).length === 0) throw new Error(`The build has no ${module}; has it moved?`)
  const visits = Object.keys(publicBuild)
    .filter((one) => /:public-texts\/\w+\/(\w+)/.exec(one)?.[1] === part)
    .map((texts) => {
      const files = filesOfModules(publicBuild, withLazyParts(['public.html', texts, module]))
      const scripts = files.filter((file) => file.endsWith('.js'))
      const size = scripts.reduce((sum, file) => sum + sizeOf(file, 'gz'), 0) / KB
      return { files: files.length, size, language: texts.split('/').at(-2) }
    })
  const { files, size, language } = visits.sort((one, other) => other.size - one.size)[0]!
  tooLarge ||= size > PUBLIC_KILOBYTES || files > PUBLIC_FILES
  console.log(
    `Public ${module.replace('../../areas/', '')}: ${size.toFixed(1)} kB of scripts, gzip, in ${files} files, in the longest language (${language}; at most ${PUBLIC_KILOBYTES} kB in ${PUBLIC_FILES}; ${roomOf(size, PUBLIC_KILOBYTES)})`,
  )
}
process.exitCode = tooLarge ? 1 : 0

/** Adds the lazy chunks of a page. Skips lazy imports of the application itself (pages, languages, refusals). */
function withLazyParts(modules: readonly string[]): string[] {
  const lazyOf = (of: readonly string[]) => {
    const files = filesOfModules(publicBuild, of)
    return Object.values(publicBuild).flatMap((chunk) =>
      files.includes(chunk.file) ? (chunk.dynamicImports ?? []) : [],
    )
  }
  const lazyModules = lazyOf(['public.html'])
  const more = lazyOf(modules).filter((module) => !lazyModules.includes(module) && !modules.includes(module))
  return more.length === 0 ? [...modules] : withLazyParts([...modules, ...more])
}

/** Returns the unused share of a limit as text. */
function roomOf(size: number, limit: number) {
  return `${((1 - size / limit) * 100).toFixed(1)} % left`
}

/** Returns the size of a file as sent. Files that are too small for compression count uncompressed. */
function sizeOf(file: string, as: 'br' | 'gz' = 'br') {
  const packed = join(dist, `${file}.${as}`)
  return statSync(existsSync(packed) ? packed : join(dist, file)).size
}
