import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import type { Language } from '#kit/web/i18n.ts'

type LanguageModule = { bundle: Record<string, object>; locale: Locale; dayjsLocale: string }

// One bundle per language, fetched when it is asked for.
const modules: Record<Language, () => Promise<LanguageModule>> = {
  en: () => import('./languages/en.ts'),
  zh: () => import('./languages/zh.ts'),
  fr: () => import('./languages/fr.ts'),
  ja: () => import('./languages/ja.ts'),
}

const locales = new Map<Language, Locale>()

/** Texts of the areas; the library's own words and the calendar's are kept beside them. */
export async function loadTexts(language: Language) {
  const { bundle, locale, dayjsLocale } = await modules[language]()
  locales.set(language, locale)
  dayjs.locale(dayjsLocale)
  return bundle
}

export const localeOf = (language: Language) => locales.get(language)
