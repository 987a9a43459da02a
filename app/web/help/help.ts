import type { Language } from '#kit/web/i18n.ts'

/** The purpose of each page in at most two sentences, by the screen's path. */
export type Help = Record<string, string>

const help: Record<Language, () => Promise<{ texts: Record<string, Help> }>> = {
  en: () => import('virtual:texts/en/help'),
  zh: () => import('virtual:texts/zh/help'),
  fr: () => import('virtual:texts/fr/help'),
  ja: () => import('virtual:texts/ja/help'),
}

/** The help texts of all areas (`pageHelp` of their texts), loaded on demand. */
export const loadHelp = async (language: Language): Promise<Help> =>
  Object.assign({}, ...Object.values((await help[language]()).texts))
