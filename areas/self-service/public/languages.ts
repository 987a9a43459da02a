import { currentLanguage } from '#kit/public/texts.ts'

const spoken = { en: 'English', zh: 'Chinese', fr: 'French', ja: 'Japanese', ms: 'Malay' }

/** The company's language for messages that the page's reader most likely wants: theirs, else English, else none is chosen. */
export const languageIn = (choices: readonly { Value: string }[]) =>
  [spoken[currentLanguage()], spoken.en].find((one) => choices.some(({ Value }) => Value === one)) ?? ''
