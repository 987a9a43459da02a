import { addTexts, type Bundle, type Language, startTexts } from '#kit/web/i18n.ts'
import type { LibraryLanguage } from '#kit/web/theme-library.tsx'

type AreasModule = { bundle: Bundle; library: LibraryLanguage }

// Each language in two parts, fetched when they are asked for: the sign-in page does not wait for the texts of pages
// that nobody has opened yet.
const entry: Record<Language, () => Promise<{ bundle: Bundle }>> = {
  en: () => import('./languages/en.ts'),
  zh: () => import('./languages/zh.ts'),
  fr: () => import('./languages/fr.ts'),
  ja: () => import('./languages/ja.ts'),
}
const areas: Record<Language, () => Promise<AreasModule>> = {
  en: () => import('./languages/en-areas.ts'),
  zh: () => import('./languages/zh-areas.ts'),
  fr: () => import('./languages/fr-areas.ts'),
  ja: () => import('./languages/ja-areas.ts'),
}

const libraries = new Map<Language, LibraryLanguage>()
let shown: Language = 'en'
let started: Promise<void> = Promise.resolve()
let withAreas = false

/** Begins with one language; called before the router, whose first page may need the areas' part as well. */
export function startAppTexts(language: Language) {
  shown = language
  started = startTexts(language, textsOf)
  return started
}

/** Brings the areas' part, now and with every language that is chosen from here on. */
export async function loadAreaTexts() {
  withAreas = true
  const [bundle] = await Promise.all([areaTextsOf(shown), started])
  addTexts(shown, bundle)
}

export const libraryLanguage = (language: Language) => libraries.get(language)

async function textsOf(language: Language): Promise<Bundle> {
  shown = language
  const [{ bundle }, ofAreas] = await Promise.all([entry[language](), withAreas ? areaTextsOf(language) : {}])
  return { ...ofAreas, ...bundle }
}

async function areaTextsOf(language: Language): Promise<Bundle> {
  const { bundle, library } = await areas[language]()
  libraries.set(language, library)
  return bundle
}
