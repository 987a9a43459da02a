import { bringTexts, type Language, startTexts } from '#kit/web/i18n.ts'
import type { TextBundle } from '#kit/web/text-lookup.ts'
import { addTexts } from '#kit/web/text-store.ts'
import type { LibraryLanguage } from './theme-library.tsx'

// Each language in four parts, fetched when they are asked for: what the sign-in page says, what the shell and the
// dashboard need besides, the texts of all other pages, which nobody waits for who has not opened one, and those of
// them that the counter does not wait for either: refusals, and what is only said on an area's own pages. The menu names every page, so
// titles of pages and labels of their add buttons come with the shell: see `ShellKey`.

type Part = Promise<{ texts: TextBundle }>

const entry: Record<Language, () => Part> = {
  en: () => import('virtual:texts/en/entry'),
  zh: () => import('virtual:texts/zh/entry'),
  fr: () => import('virtual:texts/fr/entry'),
  ja: () => import('virtual:texts/ja/entry'),
}
const shells: Record<Language, () => Promise<{ shell: { texts: TextBundle; library: LibraryLanguage } }>> = {
  en: () => import('./languages/en.ts'),
  zh: () => import('./languages/zh.ts'),
  fr: () => import('./languages/fr.ts'),
  ja: () => import('./languages/ja.ts'),
}
const pages: Record<Language, () => Part> = {
  en: () => import('virtual:texts/en/pages'),
  zh: () => import('virtual:texts/zh/pages'),
  fr: () => import('virtual:texts/fr/pages'),
  ja: () => import('virtual:texts/ja/pages'),
}
const later: Record<Language, () => Part> = {
  en: () => import('virtual:texts/en/later'),
  zh: () => import('virtual:texts/zh/later'),
  fr: () => import('virtual:texts/fr/later'),
  ja: () => import('virtual:texts/ja/later'),
}

const libraries = new Map<Language, LibraryLanguage>()
let current: Language = 'en'
let started: Promise<void> = Promise.resolve()
let withShell = false

/** Begins with one language; called before the router, whose first page may need the shell's part as well. */
export function startAppTexts(language: Language) {
  current = language
  started = startTexts(language, textsOf)
  return started
}

/** Brings the shell's part, now and with every language that is chosen from here on. */
export async function loadShellTexts() {
  withShell = true
  const [bundle] = await Promise.all([shellTextsOf(current), started])
  addTexts(current, bundle)
}

const pageTextsOf = async (language: Language) => (await pages[language]()).texts

const laterTextsOf = async (language: Language) => (await later[language]()).texts

/** Brings what the counter says, once, and with every language that is chosen from here on. */
export const loadCounterTexts = () => bringTexts(pageTextsOf)

/** Brings the texts of all pages but the dashboard, in the same way. */
export const loadPageTexts = () => Promise.all([loadCounterTexts(), bringTexts(laterTextsOf)])

export const libraryLanguage = (language: Language) => libraries.get(language)

async function textsOf(language: Language): Promise<TextBundle> {
  current = language
  const [{ texts }, ofShell] = await Promise.all([entry[language](), withShell ? shellTextsOf(language) : {}])
  const bundle: TextBundle = { ...ofShell }
  // What both speak for has a part in each.
  for (const [namespace, early] of Object.entries(texts)) bundle[namespace] = { ...bundle[namespace], ...early }
  return bundle
}

async function shellTextsOf(language: Language): Promise<TextBundle> {
  const { texts, library } = (await shells[language]()).shell
  libraries.set(language, library)
  return texts
}
