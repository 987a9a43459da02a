import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { texts as laterTexts } from 'virtual:texts/en/later'
import { describe, expect, test } from 'vitest'
import { unusedTextGroups } from '#app/public/text-parts.ts'
import type { TextBundle, TextTree } from '#kit/web/text-lookup.ts'
import { normalisePlaceholders } from './existing-parts.ts'
import { texts } from './specification/texts.ts'
import { textsIn } from './texts.ts'

// Finds texts that are not used: each needs a page with its key, or an error that the server sends.

const all = [...textsIn('en')]

const program = globSync(['{app,kit}/**/*.{ts,tsx}', 'areas/**/*.{ts,tsx}'])
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

const placeOf = (key: string) => key.slice(0, key.lastIndexOf('.'))

/** Returns the files that use a text, by its key, or by its prefix if the last part is computed. */
const usesOf = (written: string) => {
  const key = written.replace('public/', '')
  const refused = /^([\w-]+):refusals\.(\w+)$/.exec(key)
  const requested = refused
    ? [`'${refused[1]}.${refused[2]}'`]
    : [`'${key}'`, `"${key}"`, `\`${placeOf(key)}.\${`, `words="${placeOf(key)}"`, `words: '${placeOf(key)}'`]
  return program.filter(({ source }) => requested.some((one) => source.includes(one))).map(({ file }) => file)
}

const keysOf = (text: string) =>
  all.filter(([, english]) => normalisePlaceholders(english) === normalisePlaceholders(text)).map(([key]) => key)

describe('error texts that belong to no area', () => {
  test.each([
    ['Listing Failed', 'kit/web/table/ListBody.tsx', 'a list that could not be loaded'],
    ['List Failed', 'kit/web/PickFailed.tsx', 'a select whose entries could not be loaded'],
    ['Delete Failed', 'areas/setup/web/lists/TranslateDialog.tsx', 'a delete that has no title of its own'],
    ['An error occured', 'kit/web/call.ts', 'a failure without a message of server or page'],
    ['Something Wrong', 'app/web/RouteError.tsx', 'a page that broke'],
    ['Data retrieved successfully', 'kit/web/useReload.ts', 'a list that was read again by hand'],
    ['Deleted.', 'areas/setup/web/lists/TranslateDialog.tsx', 'a delete that has no sentence of its own'],
    [
      'Create Field Translation failed',
      'areas/setup/web/lists/TranslateDialog.tsx',
      'a translation that was not saved',
    ],
    ['Get Customer Address failed', 'areas/data-quality/web/quality/Fix.tsx', 'an address that could not be read'],
    [
      'Create Profile Updated History Failed',
      'areas/customers/web/view/AskForChange.tsx',
      'a change that was not requested',
    ],
  ])('text “%s” is used in %s: %s', (text, file) => {
    const keys = all.filter(([, english]) => english === text).map(([key]) => key)
    expect(keys.flatMap(usesOf)).toContain(file)
  })
})

test('every error text in the catalogue is used by the program', () => {
  const idle = Object.entries(texts)
    .filter(([section]) => section.endsWith('(8)'))
    .flatMap(([, entries]) => entries)
    .filter(({ built }) => built)
    .map(({ text }) => ({ text, keys: keysOf(text) }))
    .filter(({ keys }) => keys.length > 0 && keys.flatMap(usesOf).length === 0)
    .map(({ text }) => text)
  expect(idle).toEqual([])
})

test('counter page: no module uses a text that is loaded after the page is drawn', () => {
  const modules = modulesFrom((file) => /^areas\/[^/]+\/web\/counter\//.test(file))
  const lateTexts = [...modules].flatMap((file) =>
    [...codeOf(sources.get(file)!).matchAll(/['"`]([\w-]+):([\w.]+)/g)]
      .filter(([, namespace, path]) => isLoadedLater(namespace!, path!))
      .map(([key]) => `${file}: ${key.slice(1)}`),
  )
  expect(modules.size).toBeGreaterThan(100)
  expect(lateTexts).toEqual([])
})

test.each([
  ['card', /^areas\/self-service\/public\/card\//],
  ['forms', /^areas\/self-service\/public\/\w*Page\.tsx$/],
] as const)('public pages: no module of the %s pages uses a text of another part', (part, pages) => {
  const modules = modulesFrom((file) => pages.test(file))
  const named = [...modules].flatMap((file) =>
    [...codeOf(sources.get(file)!).matchAll(/self-service:(\w+)/g)].map(([, group]) => ({ file, group: group! })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ group }) => unusedTextGroups[part].includes(group))).toEqual([])
})

const sources = new Map(program.map(({ file, source }) => [file.replaceAll('\\', '/'), source]))

/** Returns the matching files, and all files that they import directly or indirectly. */
function modulesFrom(matches: (file: string) => boolean): ReadonlySet<string> {
  const modules = new Set<string>()
  const collectFile = (file: string) => {
    const source = sources.get(file)
    if (source === undefined || modules.has(file)) return
    modules.add(file)
    for (const [, path] of source
      .replace(/^import type [^']*'[^']*'/gm, '')
      .matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g))
      collectFile(path!.startsWith('#') ? path!.slice(1) : join(dirname(file), path!).replaceAll('\\', '/'))
  }
  for (const file of sources.keys()) if (matches(file)) collectFile(file)
  return modules
}

const codeOf = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** Returns true for a text, plural or group of texts that is loaded after the counter is drawn. */
function isLoadedLater(namespace: string, path: string) {
  const keys = path.split('.').filter((key) => key !== '')
  const last = keys.pop()!
  let group: TextTree | string | undefined = (laterTexts as TextBundle)[namespace]
  for (const key of keys) group = typeof group === 'object' ? group[key] : undefined
  return typeof group === 'object' && (last in group || `${last}_other` in group)
}
