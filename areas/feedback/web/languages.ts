import type { FeedbackLanguage } from '../contract.ts'

const names: Record<FeedbackLanguage, string> = {
  en: 'English',
  zh: '中文',
  fr: 'Français',
  ja: '日本語',
  ms: 'Bahasa Melayu',
}

/** Each language under its own name, as customers choose it. */
export const nameOfLanguage = (language: FeedbackLanguage) => names[language]
