import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardPath } from '#areas/dashboard/paths.ts'
import { counterPath } from '#areas/memberships/paths.ts'

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type Build = Record<string, Chunk>

/** What the bundler says it made, by module; nothing where nothing was built. */
export function readBuild(folder: string, manifest = 'manifest.json'): Build {
  const file = join(folder, '.vite', manifest)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Behind the sign-in, around every page. `group …` is what the configuration of Vite joins under that name. */
export const shell = ['group shell', 'group icons']
/** The pages that a day begins on, with all that they bring along. */
export const home = ['group home']

/** What draws a public page, as the bundler names it. */
export const publicModule = ({ area, module }: { area: string; module: string }) =>
  module.startsWith('group ') ? module : `../../areas/${area}/${module}`

const homes = [counterPath(), dashboardPath(), '/']

/** Where the files of a module lie, and of all that it needs before it runs. What the build does not have has none. */
export function filesOf(build: Build, modules: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = (module: string): string[] => {
    if (seen.has(module)) return []
    seen.add(module)
    const group = /^group (.*)/.exec(module)?.[1]
    const chunk = group ? Object.values(build).find(({ name }) => name === group) : build[module]
    return chunk ? [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap(files)] : []
  }
  return [...new Set(modules.flatMap(files))]
}

/**
 * What `path` will fetch for who is signed in. Its own scripts would find that out one after another: the entry brings
 * the shell, the shell the page, the page its parts.
 */
export const filesBehindSignIn = (build: Build, path: string) =>
  filesOf(build, homes.includes(path) ? [...shell, ...home] : shell)

/** What will be fetched right after signing in. */
export const filesAfterSignIn = (build: Build) => filesOf(build, [...shell, ...home])
