import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Reads source files for the structure tests.

/** Returns the files of folders, sorted, with their paths from the root. */
export const filesIn = (...folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

/** Removes comments, because a comment about a rule may contain the forbidden code. */
export const withoutComments = (file: string, text: string): string =>
  file.endsWith('.sql') ? text.replace(/--.*$/gm, '') : text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** The TypeScript files of the program, without tests. */
export const files: readonly string[] = filesIn('app', 'areas', 'kit', 'db').filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
)
export const sources: ReadonlyMap<string, string> = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
export const sourceOf = (file: string): string => sources.get(file)!
export const codeOf = (file: string): string => withoutComments(file, sourceOf(file))

/** Moves a subfolder inside the half: `areas/reports/x/server.ts` becomes `areas/reports/server/x.ts`. */
export const toHalfPath = (path: string): string =>
  path
    .replace(/^(areas\/[^/]+)\/([^/]+)\/(contract|server|web)(\.tsx?)$/, '$1/$3/$2$4')
    .replace(/^(areas\/[^/]+)\/(?!public\/)[^/]+\/texts\.json$/, '$1/web/texts.json')

/** Returns the files that this code imports, without packages. */
export const importsIn = (file: string, code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, path]) => pathOfImport(file, path!))

/** Returns the path from the repository root of an import such as `#kit/…` or `./…`. */
export const pathOfImport = (file: string, path: string): string =>
  path.startsWith('#') ? path.slice(1) : join(dirname(file), path).replaceAll('\\', '/')

export const importsOf = (file: string): string[] => importsIn(file, codeOf(file))
