import { addTexts, type Bundle, bringTexts, type Language, startTexts } from '#kit/web/i18n.ts'
import type { LibraryLanguage } from '#kit/web/theme-library.tsx'

// Each language in three parts, fetched when they are asked for: what the sign-in page says, what the shell and the
// dashboard need besides, and the texts of all other pages, which nobody waits for who has not opened one. The menu
// names every page, so titles of pages and labels of their add buttons come with the shell: see `ShellKey`.

type Texts = { bundle: Bundle }

const entry: Record<Language, () => Promise<Texts>> = {
  en: () => import('./languages/en.ts'),
  zh: () => import('./languages/zh.ts'),
  fr: () => import('./languages/fr.ts'),
  ja: () => import('./languages/ja.ts'),
}
const shell: Record<Language, () => Promise<Texts & { library: LibraryLanguage }>> = {
  en: () => import('./languages/en-shell.ts'),
  zh: () => import('./languages/zh-shell.ts'),
  fr: () => import('./languages/fr-shell.ts'),
  ja: () => import('./languages/ja-shell.ts'),
}
const pages: Record<Language, () => Promise<Texts>> = {
  en: () => import('./languages/en-pages.ts'),
  zh: () => import('./languages/zh-pages.ts'),
  fr: () => import('./languages/fr-pages.ts'),
  ja: () => import('./languages/ja-pages.ts'),
}

const libraries = new Map<Language, LibraryLanguage>()
let shown: Language = 'en'
let started: Promise<void> = Promise.resolve()
let withShell = false

/** Begins with one language; called before the router, whose first page may need the shell's part as well. */
export function startAppTexts(language: Language) {
  shown = language
  started = startTexts(language, textsOf)
  return started
}

/** Brings the shell's part, now and with every language that is chosen from here on. */
export async function loadShellTexts() {
  withShell = true
  const [bundle] = await Promise.all([shellTextsOf(shown), started])
  addTexts(shown, bundle)
}

const pageTextsOf = async (language: Language) => (await pages[language]()).bundle

/** Brings the texts of all pages but the dashboard, once, and with every language that is chosen from here on. */
export const loadPageTexts = () => bringTexts(pageTextsOf)

export const libraryLanguage = (language: Language) => libraries.get(language)

async function textsOf(language: Language): Promise<Bundle> {
  shown = language
  const [{ bundle }, ofShell] = await Promise.all([entry[language](), withShell ? shellTextsOf(language) : {}])
  return { ...ofShell, ...bundle }
}

async function shellTextsOf(language: Language): Promise<Bundle> {
  const { bundle, library } = await shell[language]()
  libraries.set(language, library)
  return bundle
}
