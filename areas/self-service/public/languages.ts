import { currentLanguage } from '#kit/public/texts.ts'

const spoken = { en: 'English', zh: 'Chinese', fr: 'French', ja: 'Japanese', ms: 'Malay' }

/** Returns the company's message language for the reader: the page language, otherwise English, otherwise none. */
export const languageIn = (choices: readonly { Value: string }[]) =>
  [spoken[currentLanguage()], spoken.en].find((language) => choices.some(({ Value }) => Value === language)) ?? ''
