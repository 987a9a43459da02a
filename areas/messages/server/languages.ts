import type { TemplateLanguage } from '../contract.ts'

/** The language of messages by the value in the list of languages. Other languages get the default language. */
const languageCodes: Readonly<Record<string, TemplateLanguage>> = {
  english: 'en',
  chinese: 'zh',
  mandarin: 'zh',
  cantonese: 'zh',
  french: 'fr',
  japanese: 'ja',
  malay: 'ms',
}

export const toTemplateLanguage = (language: string | null): TemplateLanguage | undefined =>
  language ? languageCodes[language.trim().toLowerCase()] : undefined

const locales: Record<TemplateLanguage, string> = { en: 'en-MY', zh: 'zh-Hans', fr: 'fr', ja: 'ja', ms: 'ms-MY' }

export const formatPoints = (language: TemplateLanguage, points: number) =>
  new Intl.NumberFormat(locales[language]).format(points)

/** Business dates have no time zone, so they are formatted in UTC. */
export const formatDate = (language: TemplateLanguage, date: string) =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

export const formatMoney = (language: TemplateLanguage, currency: string, amount: string) =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(amount as never)
