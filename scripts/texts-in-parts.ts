import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { type PublicTextPart, textPartForPage, unusedTextGroups } from '#app/public/text-parts.ts'
import type { RefusalKind } from '#kit/contract/refusal.ts'

const project = resolve(import.meta.dirname, '..')
const matchingFiles = (...patterns: string[]) =>
  globSync(patterns, { cwd: project })
    .filter((file) => !file.includes('.test.'))
    .sort()

/** Texts by key, or one text by language, such as `{ "save": { "en": "Save", "fr": "Enregistrer", … } }`. */
export type Tree = { [key: string]: string | Tree }

/**
 * Text files by namespace, which is the name of the folder that contains `web`.
 * Includes subfolders of an area with their own texts, such as reports.
 */
export const textFiles: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  matchingFiles('{app,kit}/web/texts.json', 'areas/*/*/texts.json')
    .filter((file) => !file.includes('/public/'))
    .map((file) => join(project, file)),
  (file) =>
    file
      .slice(project.length + 1)
      .replace(/^areas\//, '')
      .split('/')[0]!,
)

/** Texts of public pages, under the same names with the prefix `public/`. The staff application does not use them. */
export const publicTextFiles = new Map(
  matchingFiles('kit/public/texts.json', 'areas/*/public/texts.json').map((file) => [
    `public/${file.split('/').at(-3)}`,
    join(project, file),
  ]),
)

export const readTexts = (namespace: string) => readFiles(filesOf(namespace))

const readFiles = (files: readonly string[]): Record<string, Tree> =>
  files
    .map((file): Record<string, Tree> => JSON.parse(readFileSync(file, 'utf8')))
    .reduce((all, more) => joined(all, more) as Record<string, Tree>, {})

function filesOf(namespace: string): readonly string[] {
  const publicFiles = publicTextFiles.get(namespace)
  return publicFiles === undefined ? textFiles.get(namespace)! : [publicFiles]
}

const joined = (one: Tree, other: Tree): Tree =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => {
      const [left, right] = [one[key], other[key]]
      return [key, typeof left === 'object' && typeof right === 'object' ? joined(left, right) : (right ?? left!)]
    }),
  )

/** Returns all declared refusals. Imports them at run time, because a bundled copy would have a separate catalogue. */
export async function refusalsOfContracts(): Promise<readonly RefusalKind[]> {
  for (const file of matchingFiles(
    'areas/*/contract.ts',
    'areas/*/contract/*.ts',
    'areas/*/*/contract.ts',
    'kit/server/errors.ts',
  ))
    await import(join(project, file))
  return (await import(join(project, 'kit/contract/refusal.ts'))).declaredRefusals
}

/** In English, a value or field message without a text is its own text, as in the contract. */
const saidByItself = ['values', 'issues']

/** Returns the texts in one language, without empty groups. */
function inLanguage(tree: Tree, language: string, group?: string): Tree {
  const result: Tree = {}
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') continue
    const isText = typeof value.fr === 'string'
    const translated = isText ? value[language] : inLanguage(value, language, group ?? key)
    const text = translated ?? (language === 'en' && saidByItself.includes(group ?? '') ? key : undefined)
    if (typeof text === 'string' || (text && Object.keys(text).length > 0)) result[key] = text
  }
  return result
}

/**
 * Returns the texts of a namespace in one language.
 * English refusals come from the contract, those of other languages from `refusals` of the area.
 * Texts that several refusals share come from `sentences` of the kit.
 */
export function textsOf(namespace: string, language: string, declared: readonly RefusalKind[]): Record<string, Tree> {
  const { sentences: _, ...texts } = readTexts(namespace)
  const translatedTexts = inLanguage(texts, language) as Record<string, Tree>
  const shared = readTexts('kit').sentences ?? {}
  const refusals: Tree = { ...translatedTexts.refusals }
  for (const { code, text } of declared) {
    const [area, reason = ''] = code.split('.')
    if (area !== namespace) continue
    const translation =
      language === 'en' ? text.replace(/\{(\w+)\}/g, '{{$1}}') : (shared[text] as Tree | undefined)?.[language]
    if (translation !== undefined) refusals[reason] ??= translation
  }
  return Object.keys(refusals).length > 0 ? { ...translatedTexts, refusals } : translatedTexts
}

// Texts of the pages before sign-in and of the first page after sign-in.
const first = ['access', 'app', 'kit']
const home = 'dashboard'
/** Groups of other areas that the dashboard shows. */
const onHome: Record<string, readonly string[]> = { customers: ['member'] }
const isEarly = (namespace: string) => first.includes(namespace) || namespace === home
/** Text groups needed before sign-in, for namespaces that are also used after sign-in. */
const earlyGroups: Record<string, readonly string[]> = {
  access: [
    ...['signIn', 'signOut', 'logout', 'errors', 'gate', 'password', 'providers', 'demo', 'demoSso'],
    ...['refusals', 'issues', 'fields'],
  ],
  kit: ['verbs', 'refusals', 'issues', 'error', 'success', 'somethingWentWrong'],
  app: ['appearance', 'auth', 'broken', 'footer', 'home', 'loading', 'outbox'],
}

/** Returns the groups of a namespace that are needed before sign-in if `early`, else the other groups. */
function divided(pages: Tree, namespace: string, early: boolean): Tree {
  const groups = earlyGroups[namespace]
  if (!groups) return early ? pages : {}
  return inGroups(pages, groups, early)
}

const inGroups = (texts: Tree, groups: readonly string[], inside: boolean): Tree =>
  Object.fromEntries(Object.entries(texts).filter(([group]) => groups.includes(group) === inside))

/** Texts of refusals, which are needed only after the first page is loaded. */
const afterAnAttempt = ['refusals']

/** Returns texts in subfolders of an area, such as reports. Only the pages there use them, never the counter. */
function ofFolders(namespace: string, language: string): Tree {
  const subfolderTexts = readFiles(filesOf(namespace).filter((file) => !file.endsWith('/web/texts.json')))
  return inGroups(inLanguage(subfolderTexts, language), ['screens', 'pageHelp'], false)
}

/** True if the area contributes to pages of other areas, including the counter. */
function isOnPagesOfOthers(area: string) {
  const folder = join(project, 'areas', area)
  return (
    existsSync(join(folder, 'web', 'counter')) || /\bcontributes\b/.test(readFileSync(join(folder, 'web.ts'), 'utf8'))
  )
}
const namesOfData = ['fields', 'values']

/** Large groups that only the area's own pages show. All other groups may appear in dialogs at the counter. */
const onOwnPages: Record<string, readonly string[]> = {
  customers: ['add', 'address', 'amendments', 'consent', 'duplicate', 'feed', 'nric', 'view', 'wordings'],
  points: ['explain', 'rate', 'rules', 'simulation', 'structure'],
  setup: ['firstSteps', 'productGroup', 'setting'],
  staff: ['account', 'opens', 'person', 'rights', 'system'],
}

/** Returns the texts that the counter does not need at first: refusals and texts of other pages. */
function notAtTheCounter(pages: Tree, namespace: string, language: string): Tree {
  const words = isOnPagesOfOthers(namespace)
    ? inGroups(pages, [...afterAnAttempt, ...(onOwnPages[namespace] ?? [])], true)
    : inGroups(pages, namesOfData, false)
  return joined(words, ofFolders(namespace, language))
}

/** Returns the texts of `texts` that are missing in `other`. */
const without = (texts: Tree, other: Tree): Tree =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]): [string, Tree | string][] => {
      const twin = other[key]
      if (twin === undefined) return [[key, text]]
      return typeof text === 'object' && typeof twin === 'object' ? [[key, without(text, twin)]] : []
    }),
  )

type Cut = (texts: { screens: Tree; pageHelp: Tree; pages: Tree; later: Tree }, namespace: string) => Tree | false

/** The parts of `virtual:texts/fr/shell` and other bundles of a language, by the time when they are needed. */
const parts: Record<string, Cut> = {
  entry: ({ screens, pages }, namespace) =>
    first.includes(namespace) && { screens, ...divided(pages, namespace, true) },
  // The shell needs the titles of all pages, because the menu shows them.
  shell: ({ screens, pages }, namespace) =>
    first.includes(namespace)
      ? divided(pages, namespace, false)
      : namespace === home
        ? { screens, ...pages }
        : { screens, ...inGroups(pages, onHome[namespace] ?? [], true) },
  // This part is loaded before the counter is shown.
  pages: ({ pages, later }, namespace) =>
    !isEarly(namespace) && without(inGroups(pages, onHome[namespace] ?? [], false), later),
  // This part is loaded before any other page is shown.
  later: ({ later }, namespace) => !isEarly(namespace) && later,
  // Page help is loaded on request.
  help: ({ pageHelp }) => pageHelp,
}

const virtual = /^virtual:texts\/(?<language>\w+)\/(?<part>\w+)$/

const virtualPublic = /^virtual:public-(?:refusals\/(?<refused>\w+)|texts\/(?<language>\w+)\/(?<part>\w+))$/

/** The groups of texts about a failed call: refusals and field errors. */
const ofAttempts = ['refusals', 'issues'] as const

/** Returns the areas whose refusals a public call may return: those that the server of its area imports. */
function askedBy(area: string): readonly string[] {
  const sources = matchingFiles(`areas/${area}/server/**/*.ts`).filter((file) => !file.endsWith('.test.ts'))
  const names = sources.flatMap((file) =>
    [...readFileSync(join(project, file), 'utf8').matchAll(/#areas\/([\w-]+)\//g)].map(([, name]) => name!),
  )
  return [...new Set(names)].filter((name) => name !== area && textFiles.has(name))
}

/** Returns the texts of failed calls, with English as fallback. */
function attemptTexts(area: string, language: string, declared: readonly RefusalKind[]): Record<string, Tree> {
  const textsByLanguage = [...new Set(['en', language])].map((one) => textsOf(area, one, declared))
  return Object.fromEntries(
    ofAttempts.map((group) => [group, Object.assign({}, ...textsByLanguage.map((texts) => texts[group] ?? {}))]),
  )
}

/** Returns the texts of public pages in one language, by area. */
export const publicTextsIn = (language: string, declared: readonly RefusalKind[]): Record<string, Tree> =>
  Object.fromEntries(
    [...publicTextFiles.keys()].map((key) => {
      const english = language === 'en' ? {} : textsOf(key, 'en', declared)
      return [areaOfPublic(key), { ...english, ...textsOf(key, language, declared) }]
    }),
  )

/** Returns the texts of refusals of public calls. They load with the first refusal, because few visitors need them. */
export function publicRefusalsIn(language: string, declared: readonly RefusalKind[]): Record<string, Tree> {
  const areas = [...publicTextFiles.keys()].map(areaOfPublic)
  const all = new Set([...areas, ...areas.flatMap(askedBy)])
  return Object.fromEntries([...all].map((area) => [area, attemptTexts(area, language, declared)]))
}

const areaOfPublic = (key: string) => key.slice('public/'.length)

/** Returns the texts of one bundle: those of the kit, and the groups of areas that its pages show. */
function publicPart(part: PublicTextPart, texts: Record<string, Tree>): Tree {
  const isShown = (area: string) => area === 'kit' || (textPartForPage(area) === 'survey') === (part === 'survey')
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([area]) => isShown(area))
      .map(([area, groups]) => [
        area,
        area === 'self-service' ? inGroups(groups, unusedTextGroups[part], false) : groups,
      ]),
  )
}

export const publicTexts = (): Plugin => ({
  name: 'public-texts',
  enforce: 'pre',
  resolveId: (id) => (virtualPublic.test(id) ? `\0${id}` : undefined),
  async load(id) {
    const { refused, language, part } = virtualPublic.exec(id.slice(1))?.groups ?? {}
    if (!refused && !language) return undefined
    for (const file of publicTextFiles.values()) this.addWatchFile(file)
    const declared = await refusalsOfContracts()
    const bundle = refused
      ? publicRefusalsIn(refused, declared)
      : publicPart(part as PublicTextPart, publicTextsIn(language!, declared))
    return { code: `export const texts = ${JSON.stringify(bundle)}`, moduleType: 'js' }
  },
})

/** A Vite plugin that splits the `web/texts.json` of each area into bundles by language and page group. */
export const textsInParts = (): Plugin => ({
  name: 'texts-in-parts',
  enforce: 'pre',
  resolveId: (id) => (virtual.test(id) ? `\0${id}` : undefined),
  async load(id) {
    const { language, part } = virtual.exec(id.slice(1))?.groups ?? {}
    if (!language || !part) return undefined
    const declared = await refusalsOfContracts()
    const bundle: Tree = {}
    for (const [namespace, files] of textFiles) {
      for (const file of files) this.addWatchFile(file)
      const { screens = {}, pageHelp = {}, ...pages } = textsOf(namespace, language, declared)
      const later = isEarly(namespace) ? {} : notAtTheCounter(pages, namespace, language)
      const cut = parts[part]!({ screens, pageHelp, pages, later }, namespace)
      if (cut) bundle[namespace] = cut
    }
    return { code: `export const texts = ${JSON.stringify(bundle)}`, moduleType: 'js' }
  },
})
