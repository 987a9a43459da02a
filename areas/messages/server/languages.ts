import type { TemplateLanguage } from '../contract.ts'

/** The language of a customer, as the list of languages calls it. What is not among them is written to in the default one. */
const languageNamed: Readonly<Record<string, TemplateLanguage>> = {
  english: 'en',
  chinese: 'zh',
  mandarin: 'zh',
  cantonese: 'zh',
  french: 'fr',
  japanese: 'ja',
  malay: 'ms',
}

export const languageOf = (language: string | null): TemplateLanguage | undefined =>
  language ? languageNamed[language.trim().toLowerCase()] : undefined

const locales: Record<TemplateLanguage, string> = { en: 'en-MY', zh: 'zh-Hans', fr: 'fr', ja: 'ja', ms: 'ms-MY' }

export const writtenPoints = (language: TemplateLanguage, points: number) =>
  new Intl.NumberFormat(locales[language]).format(points)

/** A business date has no zone: it is read and written as UTC. */
export const writtenDate = (language: TemplateLanguage, date: string) =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

export const writtenMoney = (language: TemplateLanguage, currency: string, amount: string) =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(amount as never)
