import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type BuildManifest = Record<string, Chunk>

/** The bundler's manifest by module; empty without a build. */
export function readBuild(folder: string, manifest = 'manifest.json'): BuildManifest {
  const file = join(folder, '.vite', manifest)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** The chunks of the signed-in shell. `group …` is a chunk of that name in the Vite configuration. */
export const shellModules = ['group shell', 'group icons']
/** The chunk of the home pages. */
export const homeModules = ['group home']

/** The manifest key of a public page's module. */
export const publicModule = ({ area, module }: { area: string; module: string }) =>
  module.startsWith('group ') ? module : `../../areas/${area}/${module}`

const homes = [counterPath(), dashboardPath(), '/']

/** The files of modules and of their static imports. Modules missing in the build are skipped. */
export function filesOfModules(build: BuildManifest, modules: readonly string[]): string[] {
  const visited = new Set<string>()
  const files = (module: string): string[] => {
    if (visited.has(module)) return []
    visited.add(module)
    const group = /^group (.*)/.exec(module)?.[1]
    const chunk = group ? Object.values(build).find(({ name }) => name === group) : build[module]
    return chunk ? [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap(files)] : []
  }
  return [...new Set(modules.flatMap(files))]
}

/**
 * The files that `path` will load for a signed-in user. Preloading them avoids a waterfall: the entry imports the shell, the
 * shell the page, the page its parts.
 */
export const filesBehindSignIn = (build: BuildManifest, path: string) =>
  filesOfModules(build, homes.includes(path) ? [...shellModules, ...homeModules] : shellModules)

/** The files to load right after signing in. */
export const filesAfterSignIn = (build: BuildManifest) => filesOfModules(build, [...shellModules, ...homeModules])
