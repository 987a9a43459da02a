import { type Language, languages } from '#kit/web/i18n.ts'

let chosenLanguage: Language | undefined

/** Stores the language that the user chose before the sign-in. */
export function storeLanguageBeforeSignIn(code: string): Language {
  chosenLanguage = languages.find((language) => language.code === code)?.code ?? 'en'
  return chosenLanguage
}

/** Returns and clears the language chosen on the sign-in page, which overrides the user's stored language. */
export function takeLanguageBeforeSignIn() {
  const language = chosenLanguage
  chosenLanguage = undefined
  return language
}
