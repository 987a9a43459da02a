import { currentLanguage } from '#kit/public/texts.ts'

const spoken = { en: 'English', zh: 'Chinese', fr: 'French', ja: 'Japanese', ms: 'Malay' }

/** Returns the language for texts of the company: the page language or else English if the company has it, else ''. */
export const chooseMessageLanguage = (choices: readonly { Value: string }[]) =>
  [spoken[currentLanguage()], spoken.en].find((language) => choices.some(({ Value }) => Value === language)) ?? ''
