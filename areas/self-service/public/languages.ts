import { currentLanguage } from '#kit/public/texts.ts'

const spoken = { en: 'English', zh: 'Chinese', fr: 'French', ja: 'Japanese', ms: 'Malay' }

/** The best of the company's message languages for the reader: the page's language, else English, else none. */
export const languageIn = (choices: readonly { Value: string }[]) =>
  [spoken[currentLanguage()], spoken.en].find((language) => choices.some(({ Value }) => Value === language)) ?? ''
