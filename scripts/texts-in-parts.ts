import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * An area keeps what it says in one file for each language, and a browser fetches it in parts: `en.json?part=screens` are
 * the names of its pages, which the menu shows before any of them is opened; `pageHelp` is what each page is for, fetched
 * when somebody asks; `pages` is the rest, and `all` everything but the help.
 */
export const textsInParts = (): Plugin => ({
  name: 'texts-in-parts',
  enforce: 'pre',
  load(id) {
    const [file = '', part] = id.split('?part=')
    if (part === undefined) return undefined
    this.addWatchFile(file)
    const { screens = {}, pageHelp = {}, ...pages } = JSON.parse(readFileSync(file, 'utf8'))
    const parts: Record<string, object> = { screens: { screens }, pageHelp, pages, all: { screens, ...pages } }
    return { code: `export default ${JSON.stringify(parts[part])}`, moduleType: 'js' }
  },
})
