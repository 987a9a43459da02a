import type { Language } from '#kit/web/i18n.ts'

/** By the screen's path: what the page is for, in two sentences at most. */
export type Help = Record<string, string>

const files: Record<Language, () => Promise<{ default: Help }>> = {
  en: () => import('./en.json'),
  zh: () => import('./zh.json'),
  fr: () => import('./fr.json'),
  ja: () => import('./ja.json'),
}

export const loadHelp = async (language: Language) => (await files[language]()).default
