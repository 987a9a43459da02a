import { type Language, loadFurtherTexts, loadInitialTexts } from '#kit/web/i18n.ts'
import type { TextBundle } from '#kit/web/text-lookup.ts'
import { addTexts } from '#kit/web/text-store.ts'
import type { LibraryLanguage } from './theme-library.tsx'

// The texts of each language have four parts, which are loaded on demand.
// The part `entry` has the texts of the sign-in page; `shells` those of the shell, dashboard, titles and add buttons.
// The part `pages` has the texts of the other pages including the counter.
// The part `later` has error texts, and texts that only an area's own pages use.

type Part = Promise<{ texts: TextBundle }>

const entry: Record<Language, () => Part> = {
  en: () => import('virtual:texts/en/entry'),
  zh: () => import('virtual:texts/zh/entry'),
  fr: () => import('virtual:texts/fr/entry'),
  ja: () => import('virtual:texts/ja/entry'),
}
const shells: Record<Language, () => Promise<{ shellTexts: { texts: TextBundle; library: LibraryLanguage } }>> = {
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
const laterTexts: Record<Language, () => Part> = {
  en: () => import('virtual:texts/en/later'),
  zh: () => import('virtual:texts/zh/later'),
  fr: () => import('virtual:texts/fr/later'),
  ja: () => import('virtual:texts/ja/later'),
}

const libraries = new Map<Language, LibraryLanguage>()
let current: Language = 'en'
let startTextsLoaded: Promise<void> = Promise.resolve()
let withShell = false

/** Loads the texts of the initial language. The router must start afterwards, because its first page may need them. */
export function startAppTexts(language: Language) {
  current = language
  startTextsLoaded = loadInitialTexts(language, textsOf)
  return startTextsLoaded
}

/** Loads the texts of the shell now and after every change of the language. */
export async function loadShellTexts() {
  withShell = true
  const [bundle] = await Promise.all([shellTextsOf(current), startTextsLoaded])
  addTexts(current, bundle)
}

const pageTextsOf = async (language: Language) => (await pages[language]()).texts

const laterTextsOf = async (language: Language) => (await laterTexts[language]()).texts

/** Loads the texts in the part `pages` now and after every change of the language. */
export const loadCounterTexts = () => loadFurtherTexts(pageTextsOf)

/** Loads the texts in the parts `pages` and `later` now and after every change of the language. */
export const loadPageTexts = () => Promise.all([loadCounterTexts(), loadFurtherTexts(laterTextsOf)])

export const libraryTextsOfLanguage = (language: Language) => libraries.get(language)

async function textsOf(language: Language): Promise<TextBundle> {
  current = language
  const [{ texts }, shellTexts] = await Promise.all([entry[language](), withShell ? shellTextsOf(language) : {}])
  const bundle: TextBundle = { ...shellTexts }
  // A text namespace may have texts in both parts, so they are merged.
  for (const [namespace, entryTexts] of Object.entries(texts))
    bundle[namespace] = { ...bundle[namespace], ...entryTexts }
  return bundle
}

async function shellTextsOf(language: Language): Promise<TextBundle> {
  const { texts, library } = (await shells[language]()).shellTexts
  libraries.set(language, library)
  return texts
}
