import { type Language, languages } from '#kit/web/i18n.ts'

let chosenLanguage: Language | undefined

/** Stores a language chosen before the sign-in. */
export function chooseLanguage(code: string): Language {
  chosenLanguage = languages.find((language) => language.code === code)?.code ?? 'en'
  return chosenLanguage
}

/** Returns and clears the language chosen on the sign-in page; it overrides the user's stored one. */
export function takeChosenLanguage() {
  const language = chosenLanguage
  chosenLanguage = undefined
  return language
}
