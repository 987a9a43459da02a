import type { Language } from '#kit/web/i18n.ts'

/** By the screen's path: what the page is for, in two sentences at most. */
export type Help = Record<string, string>

const help: Record<Language, () => Promise<{ texts: Record<string, Help> }>> = {
  en: () => import('virtual:texts/en/help'),
  zh: () => import('virtual:texts/zh/help'),
  fr: () => import('virtual:texts/fr/help'),
  ja: () => import('virtual:texts/ja/help'),
}

/** What the areas say of their pages (`pageHelp` of their texts), fetched when somebody asks. */
export const loadHelp = async (language: Language): Promise<Help> =>
  Object.assign({}, ...Object.values((await help[language]()).texts))
