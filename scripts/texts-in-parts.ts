import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const project = resolve(import.meta.dirname, '..')

/** A text in its languages, or texts by key. */
export type Tree = { [key: string]: string | Tree }

/** Namespace → the file of its texts: the folder that `web` lies in is the name. */
export const textFiles = new Map(
  globSync(['{app,kit}/web/texts.json', 'areas/*/web/texts.json'], { cwd: project })
    .sort()
    .map((file) => [file.split('/').at(-3)!, join(project, file)]),
)

export const readTexts = (namespace: string): Tree => JSON.parse(readFileSync(textFiles.get(namespace)!, 'utf8'))

/** The texts in one language, without the others and without groups that say nothing in it. */
export function inLanguage(tree: Tree, language: string): Tree {
  const said: Tree = {}
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') continue
    const own = typeof value[language] === 'string' ? value[language] : inLanguage(value, language)
    if (typeof own === 'string' || Object.keys(own).length > 0) said[key] = own
  }
  return said
}

// What is said before anybody signed in, and on the page that comes next.
const first = ['access', 'app', 'kit']
const home = 'dashboard'

type Cut = (texts: { screens: Tree; pageHelp: Tree; pages: Tree }, namespace: string) => Tree | false

/** `virtual:texts/fr/shell`: what the browser fetches of a language, and when. */
const parts: Record<string, Cut> = {
  entry: ({ screens, pages }, namespace) => first.includes(namespace) && { screens, ...pages },
  // The menu names every page before any of them is opened.
  shell: ({ screens, pages }, namespace) =>
    !first.includes(namespace) && (namespace === home ? { screens, ...pages } : { screens }),
  pages: ({ pages }, namespace) => !first.includes(namespace) && namespace !== home && pages,
  // What each page is for: fetched when somebody asks.
  help: ({ pageHelp }) => pageHelp,
}

const virtual = /^virtual:texts\/(?<language>\w+)\/(?<part>\w+)$/

/** An area says everything in one file, `web/texts.json`, in all languages; a browser fetches it by language and in parts. */
export const textsInParts = (): Plugin => ({
  name: 'texts-in-parts',
  enforce: 'pre',
  resolveId: (id) => (virtual.test(id) ? `\0${id}` : undefined),
  load(id) {
    const { language, part } = virtual.exec(id.slice(1))?.groups ?? {}
    if (!language || !part) return undefined
    const bundle: Tree = {}
    for (const [namespace, file] of textFiles) {
      this.addWatchFile(file)
      const {
        screens = {},
        pageHelp = {},
        ...pages
      } = inLanguage(readTexts(namespace), language) as Record<string, Tree>
      const cut = parts[part]!({ screens, pageHelp, pages }, namespace)
      if (cut) bundle[namespace] = cut
    }
    return { code: `export const texts = ${JSON.stringify(bundle)}`, moduleType: 'js' }
  },
})
