import type { Language } from '#kit/web/i18n.ts'

/** By the screen's path: what the page is for, in two sentences at most. */
export type Help = Record<string, string>

/** What the areas say of their pages (`pageHelp` of their texts), fetched when somebody asks. */
export const loadHelp = async (language: Language) => (await import('./texts.ts')).helpIn(language)
