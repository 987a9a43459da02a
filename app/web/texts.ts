import type { Bundle, Language } from '#kit/web/i18n.ts'
import type { LibraryLanguage } from '#kit/web/theme-library.tsx'

type LanguageModule = { bundle: Bundle; library: LibraryLanguage }

// One bundle per language, fetched when it is asked for.
const modules: Record<Language, () => Promise<LanguageModule>> = {
  en: () => import('./languages/en.ts'),
  zh: () => import('./languages/zh.ts'),
  fr: () => import('./languages/fr.ts'),
  ja: () => import('./languages/ja.ts'),
}

const fetched = new Map<Language, LanguageModule>()

/** The texts of every area in one language; the library's own words come along. */
export async function loadTexts(language: Language) {
  const module = fetched.get(language) ?? (await modules[language]())
  fetched.set(language, module)
  return module.bundle
}

export const libraryLanguage = (language: Language) => fetched.get(language)?.library
