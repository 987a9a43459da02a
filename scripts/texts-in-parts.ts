import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { groupsOutside, type TextPart, textPartOf } from '#app/public/text-parts.ts'
import type { RefusalKind } from '#kit/contract/refusal.ts'

const project = resolve(import.meta.dirname, '..')
const found = (...patterns: string[]) =>
  globSync(patterns, { cwd: project })
    .filter((file) => !file.includes('.test.'))
    .sort()

/** Texts by key, or one text by language: `{ "save": { "en": "Save", "fr": "Enregistrer", … } }`. */
export type Tree = { [key: string]: string | Tree }

/**
 * Namespace → the files of its texts: the folder that `web` lies in is the name. A folder of its own within an area, as each
 * report has one, brings its texts along.
 */
export const textFiles: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  found('{app,kit}/web/texts.json', 'areas/*/*/texts.json')
    .filter((file) => !file.includes('/public/'))
    .map((file) => join(project, file)),
  (file) =>
    file
      .slice(project.length + 1)
      .replace(/^areas\//, '')
      .split('/')[0]!,
)

/** What public pages say, by the same names with `public/` before them: nothing of it reaches the staff's application. */
export const publicTextFiles = new Map(
  found('kit/public/texts.json', 'areas/*/public/texts.json').map((file) => [
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
  const open = publicTextFiles.get(namespace)
  return open === undefined ? textFiles.get(namespace)! : [open]
}

const joined = (one: Tree, other: Tree): Tree =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => {
      const [mine, more] = [one[key], other[key]]
      return [key, typeof mine === 'object' && typeof more === 'object' ? joined(mine, more) : (more ?? mine!)]
    }),
  )

/** Every refusal that a contract declares. Imported as it runs: a bundled configuration would have another catalogue. */
export async function refusalsOfContracts(): Promise<readonly RefusalKind[]> {
  for (const file of found(
    'areas/*/contract.ts',
    'areas/*/contract/*.ts',
    'areas/*/*/contract.ts',
    'kit/server/errors.ts',
  ))
    await import(join(project, file))
  return (await import(join(project, 'kit/contract/refusal.ts'))).declaredRefusals
}

/** In English a value, or a fault of a field, is its own text if it has no other: the contract has said it. */
const saidByItself = ['values', 'issues']

/** The texts in one language, without groups that say nothing in it. */
function inLanguage(tree: Tree, language: string, group?: string): Tree {
  const said: Tree = {}
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') continue
    const isText = typeof value.fr === 'string'
    const own = isText ? value[language] : inLanguage(value, language, group ?? key)
    const text = own ?? (language === 'en' && saidByItself.includes(group ?? '') ? key : undefined)
    if (typeof text === 'string' || (text && Object.keys(text).length > 0)) said[key] = text
  }
  return said
}

/**
 * What one namespace says in one language. The English of a refusal stands in its contract; in other languages it is found
 * under `refusals` of its area or, where several refusals say the same, in the kit's `sentences`.
 */
export function textsOf(namespace: string, language: string, declared: readonly RefusalKind[]): Record<string, Tree> {
  const { sentences: _, ...texts } = readTexts(namespace)
  const said = inLanguage(texts, language) as Record<string, Tree>
  const shared = readTexts('kit').sentences ?? {}
  const refusals: Tree = { ...said.refusals }
  for (const { code, text } of declared) {
    const [area, reason = ''] = code.split('.')
    if (area !== namespace) continue
    const own =
      language === 'en' ? text.replace(/\{(\w+)\}/g, '{{$1}}') : (shared[text] as Tree | undefined)?.[language]
    if (own !== undefined) refusals[reason] ??= own
  }
  return Object.keys(refusals).length > 0 ? { ...said, refusals } : said
}

// What is said before anybody signed in, and on the page that comes next.
const first = ['access', 'app', 'kit']
const home = 'dashboard'
/** Groups of other areas that the dashboard shows. */
const onHome: Record<string, readonly string[]> = { customers: ['member'] }
const isEarly = (namespace: string) => first.includes(namespace) || namespace === home
/** What is said before the sign-in by those that also speak behind it. */
const earlyGroups: Record<string, readonly string[]> = {
  access: [
    ...['signIn', 'signOut', 'logout', 'errors', 'gate', 'password', 'providers', 'demo', 'demoSso'],
    ...['refusals', 'issues', 'fields'],
  ],
  kit: ['verbs', 'refusals', 'issues', 'error', 'success', 'somethingWentWrong'],
  app: ['appearance', 'auth', 'broken', 'footer', 'home', 'loading', 'outbox'],
}

/** The groups of a namespace that are said before the sign-in, or the others. */
function divided(pages: Tree, namespace: string, early: boolean): Tree {
  const groups = earlyGroups[namespace]
  if (!groups) return early ? pages : {}
  return inGroups(pages, groups, early)
}

const inGroups = (texts: Tree, groups: readonly string[], inside: boolean): Tree =>
  Object.fromEntries(Object.entries(texts).filter(([group]) => groups.includes(group) === inside))

/** What a server refuses is read after an attempt, and nobody attempts anything before the first page is there. */
const afterAnAttempt = ['refusals']

/** What an area says in folders of its own, as of each report: said by the pages that lie there, never by the counter. */
function ofFolders(namespace: string, language: string): Tree {
  const own = readFiles(filesOf(namespace).filter((file) => !file.endsWith('/web/texts.json')))
  return inGroups(inLanguage(own, language), ['screens', 'pageHelp'], false)
}

/** Whether an area draws something on pages of others, and so at the counter. The names of its data are said there anyway. */
function isOnPagesOfOthers(area: string) {
  const folder = join(project, 'areas', area)
  return (
    existsSync(join(folder, 'web', 'counter')) || /\bcontributes\b/.test(readFileSync(join(folder, 'web.ts'), 'utf8'))
  )
}
const namesOfData = ['fields', 'values']

/** Groups of such an area that only its own pages show, found large: everything else the counter may show in a dialog. */
const onOwnPages: Record<string, readonly string[]> = {
  customers: ['add', 'address', 'amendments', 'consent', 'duplicate', 'feed', 'nric', 'view', 'wordings'],
  points: ['explain', 'rate', 'rules', 'simulation', 'structure'],
  setup: ['firstSteps', 'productGroup', 'setting'],
  staff: ['account', 'opens', 'person', 'rights', 'system'],
}

/** What the counter never shows at once: texts of refusals, and those of other pages. */
function notAtTheCounter(pages: Tree, namespace: string, language: string): Tree {
  const words = isOnPagesOfOthers(namespace)
    ? inGroups(pages, [...afterAnAttempt, ...(onOwnPages[namespace] ?? [])], true)
    : inGroups(pages, namesOfData, false)
  return joined(words, ofFolders(namespace, language))
}

/** Without what `other` says too. */
const without = (texts: Tree, other: Tree): Tree =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]): [string, Tree | string][] => {
      const twin = other[key]
      if (twin === undefined) return [[key, text]]
      return typeof text === 'object' && typeof twin === 'object' ? [[key, without(text, twin)]] : []
    }),
  )

type Cut = (texts: { screens: Tree; pageHelp: Tree; pages: Tree; later: Tree }, namespace: string) => Tree | false

/** `virtual:texts/fr/shell`: what the browser fetches of a language, and when. */
const parts: Record<string, Cut> = {
  entry: ({ screens, pages }, namespace) =>
    first.includes(namespace) && { screens, ...divided(pages, namespace, true) },
  // The menu names every page before any of them is opened.
  shell: ({ screens, pages }, namespace) =>
    first.includes(namespace)
      ? divided(pages, namespace, false)
      : namespace === home
        ? { screens, ...pages }
        : { screens, ...inGroups(pages, onHome[namespace] ?? [], true) },
  // The counter waits for them.
  pages: ({ pages, later }, namespace) =>
    !isEarly(namespace) && without(inGroups(pages, onHome[namespace] ?? [], false), later),
  // What every other page waits for besides.
  later: ({ later }, namespace) => !isEarly(namespace) && later,
  // What each page is for: fetched when somebody asks.
  help: ({ pageHelp }) => pageHelp,
}

const virtual = /^virtual:texts\/(?<language>\w+)\/(?<part>\w+)$/

const virtualPublic = /^virtual:public-(?:refusals\/(?<refused>\w+)|texts\/(?<language>\w+)\/(?<part>\w+))$/

/** What is said of an attempt: why it was refused, and what is wrong with a field. */
const ofAttempts = ['refusals', 'issues'] as const

/** Whose refusals a public call may pass on: the areas that the server side of its own area is made with. */
function askedBy(area: string): readonly string[] {
  const sources = found(`areas/${area}/server/**/*.ts`).filter((file) => !file.endsWith('.test.ts'))
  const names = sources.flatMap((file) =>
    [...readFileSync(join(project, file), 'utf8').matchAll(/#areas\/([\w-]+)\//g)].map(([, name]) => name!),
  )
  return [...new Set(names)].filter((name) => name !== area && textFiles.has(name))
}

/** In English where the language says nothing. */
function saidOfAttempts(area: string, language: string, declared: readonly RefusalKind[]): Record<string, Tree> {
  const said = [...new Set(['en', language])].map((one) => textsOf(area, one, declared))
  return Object.fromEntries(
    ofAttempts.map((group) => [group, Object.assign({}, ...said.map((texts) => texts[group] ?? {}))]),
  )
}

/** What public pages say in one language, by area. */
export const publicTextsIn = (language: string, declared: readonly RefusalKind[]): Record<string, Tree> =>
  Object.fromEntries(
    [...publicTextFiles.keys()].map((key) => {
      const english = language === 'en' ? {} : textsOf(key, 'en', declared)
      return [areaOfPublic(key), { ...english, ...textsOf(key, language, declared) }]
    }),
  )

/** What may be said of the calls that they make; fetched with the first refusal, which few visitors ever read. */
export function publicRefusalsIn(language: string, declared: readonly RefusalKind[]): Record<string, Tree> {
  const areas = [...publicTextFiles.keys()].map(areaOfPublic)
  const all = new Set([...areas, ...areas.flatMap(askedBy)])
  return Object.fromEntries([...all].map((area) => [area, saidOfAttempts(area, language, declared)]))
}

const areaOfPublic = (key: string) => key.slice('public/'.length)

/** The texts of one part: the kit's, and those groups of its areas that its pages show. */
function publicPart(part: TextPart, texts: Record<string, Tree>): Tree {
  const isShown = (area: string) => area === 'kit' || (textPartOf(area) === 'survey') === (part === 'survey')
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([area]) => isShown(area))
      .map(([area, groups]) => [area, area === 'self-service' ? inGroups(groups, groupsOutside[part], false) : groups]),
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
      : publicPart(part as TextPart, publicTextsIn(language!, declared))
    return { code: `export const texts = ${JSON.stringify(bundle)}`, moduleType: 'js' }
  },
})

/** An area says everything in one file, `web/texts.json`, in all languages; a browser fetches it by language and in parts. */
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
