import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type BuildManifest = Record<string, Chunk>

/** Reads the manifest that the bundler wrote, keyed by module. Returns an empty manifest without a build. */
export function readBuild(folder: string, manifest = 'manifest.json'): BuildManifest {
  const file = join(folder, '.vite', manifest)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** The chunks of the signed-in shell. `group x` refers to the chunk named x in the Vite configuration. */
export const signedInShellModules = ['group shell', 'group icons']
/** The chunk of the home pages. */
export const homePageModules = ['group home']

/** Returns the manifest key of a public page's module. */
export const publicModulePath = ({ area, module }: { area: string; module: string }) =>
  module.startsWith('group ') ? module : `../../areas/${area}/${module}`

const homes = [counterPath(), dashboardPath(), '/']

/** Lists the files of the given modules and of their static imports. Skips modules that the build does not have. */
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
 * Lists the files to preload for a signed-in user who opens `path`.
 * Without preloading these files load one after the other: first the entry, then the shell, the page and its parts.
 */
export const filesOfSignedInPage = (build: BuildManifest, path: string) =>
  filesOfModules(build, homes.includes(path) ? [...signedInShellModules, ...homePageModules] : signedInShellModules)

/** Lists the files that the browser loads right after the sign-in. */
export const filesAfterSignIn = (build: BuildManifest) =>
  filesOfModules(build, [...signedInShellModules, ...homePageModules])
