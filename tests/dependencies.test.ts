import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildFiles, serverFiles } from '../scripts/remove-build-files.ts'
import { filesIn, pathOfImport, withoutComments } from './sources.ts'

// `npm run build && npm prune --omit=dev` must leave exactly the packages that the program imports.

type Packages = Record<string, string>
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Packages
  devDependencies: Packages
  optionalDependencies: Packages
}

/** The modules that a file imports at run time, without type imports. */
function modulesOf(file: string): string[] {
  const code = withoutComments(file, readFileSync(file, 'utf8'))
  const patterns = [
    /^import (?!type\b)(?:[^'";]+ from )?'([^'\n]+)'/gm,
    /^export (?:\*|\{)[^'";]* from '([^'\n]+)'/gm,
    /\b(?:import|require)\('([^'\n]+)'\)/g,
    // Matches the entry modules of threads.
    /\bnew URL\('([\w./-]+\.ts)', import\.meta\.url\)/g,
  ]
  const modules = patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, module]) => module!))
  return modules.map((module) => (/^[\w-]+\.ts$/.test(module) ? `./${module}` : module))
}

/** The package name of an import; undefined for our own files, Node's modules and virtual modules of Vite plugins. */
function packageIn(module: string): string | undefined {
  if (/^(?:[#.]|node:|virtual:)/.test(module)) return undefined
  return /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0]
}

/** All files that these files import directly or indirectly, with the packages that they import. */
function loadedFrom(entries: readonly string[]): Map<string, string[]> {
  const loaded = new Map<string, string[]>()
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (loaded.has(file) || !existsSync(file) || !/\.tsx?$/.test(file)) continue
    const modules = modulesOf(file)
    loaded.set(
      file,
      modules.flatMap((module) => packageIn(module) ?? []),
    )
    for (const module of modules) if (/^[#.]/.test(module)) queue.push(pathOfImport(file, module))
  }
  return loaded
}

const program = loadedFrom(['app/server/run.ts', 'app/cli/main.ts', 'scripts/start.ts'])

test('the program imports only packages that remain after devDependencies are pruned', () => {
  expect(program.size).toBeGreaterThan(500)
  const missing = [...program].flatMap(([file, packages]) =>
    packages.filter((name) => !(name in dependencies)).map((name) => `${file}: ${name}`),
  )
  // Vite builds each file on request for `npm run dev`.
  expect(missing).toEqual(['app/server/development-web-app.ts: vite'])
})

test('container image: scripts/remove-build-files.ts removes no file that the program imports', () => {
  const removed = new Set(globSync([...buildFiles], { exclude: [...serverFiles] }))
  expect(removed.size).toBeGreaterThan(1000)
  // The server finds the paths of the areas by their names: app/server/staff-pages.ts.
  const imported = [...loadedFrom(['app/server/run.ts', 'app/cli/main.ts', ...globSync('areas/*/paths.ts')]).keys()]
  expect(imported.filter((file) => removed.has(file))).toEqual([])
})

test('every dependency in package.json is imported by the program', () => {
  const loaded = new Set([...program.values()].flat())
  // The program reads the fonts as files: areas/exports/server/document/fonts.ts.
  const unused = Object.keys(dependencies).filter((name) => !loaded.has(name))
  expect(unused).toEqual([
    '@fontsource-variable/inter',
    '@fontsource-variable/noto-sans-jp',
    '@fontsource-variable/noto-sans-sc',
  ])
})

// `npx vitest run tests/dependencies.test.ts -u` writes the list; review every new name.
test('production: npm ci --omit=dev installs only the packages in production-packages.txt', async () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; cpu?: string[] }>
  }
  const names = Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { cpu }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      // Packages of one library for several platforms share a line.
      return cpu ? name.replace(/(android|darwin|freebsd|linux|wasm|webcontainers|win).*/, '*') : name
    })
  await expect(`${[...new Set(names)].sort().join('\n')}\n`).toMatchFileSnapshot('production-packages.txt')
})

test('every imported package is listed in package.json', () => {
  const declared = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const sources = filesIn('app', 'areas', 'kit', 'db', 'ops', 'scripts', 'tests').filter((file) => /\.tsx?$/.test(file))
  const missing = sources.flatMap((file) =>
    modulesOf(file)
      .flatMap((module) => packageIn(module) ?? [])
      .filter((name) => !(name in declared))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})
