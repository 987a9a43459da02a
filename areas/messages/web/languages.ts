import { languages } from '#kit/web/i18n.ts'
import type { TemplateLanguage } from '../contract.ts'

/** The names of languages in the languages themselves. Malay is a language of messages only. */
const names = new Map<string, string>([
  ...languages.map(({ code, name }) => [code, name] as const),
  ['ms', 'Bahasa Melayu'],
])

export const templateLanguageName = (code: TemplateLanguage) => names.get(code) ?? code
