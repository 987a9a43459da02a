import type { Language } from '#kit/web/i18n.ts'

/** The purpose of each page in at most two sentences, keyed by the path of its screen. */
export type PageHelpTexts = Record<string, string>

const help: Record<Language, () => Promise<{ texts: Record<string, PageHelpTexts> }>> = {
  en: () => import('virtual:texts/en/help'),
  zh: () => import('virtual:texts/zh/help'),
  fr: () => import('virtual:texts/fr/help'),
  ja: () => import('virtual:texts/ja/help'),
}

/** Loads the help texts of all areas, which are under `pageHelp` in their texts. */
export const loadPageHelpTexts = async (language: Language): Promise<PageHelpTexts> =>
  Object.assign({}, ...Object.values((await help[language]()).texts))
