import { languages } from '#kit/web/i18n.ts'
import type { TemplateLanguage } from '../contract.ts'

/** Each language named in itself; Malay is one of customers only. */
const names = new Map<string, string>([
  ...languages.map(({ code, name }) => [code, name] as const),
  ['ms', 'Bahasa Melayu'],
])

export const nameOfLanguage = (code: TemplateLanguage) => names.get(code) ?? code
