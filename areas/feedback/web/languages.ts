import type { FeedbackLanguage } from '../contract.ts'

const names: Record<FeedbackLanguage, string> = {
  en: 'English',
  zh: '中文',
  fr: 'Français',
  ja: '日本語',
  ms: 'Bahasa Melayu',
}

/** Returns the name of a language in that language, as customers see it. */
export const feedbackLanguageName = (language: FeedbackLanguage) => names[language]
