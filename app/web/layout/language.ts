import { type Language, languages } from '#kit/web/i18n.ts'

let chosen: Language | undefined

/** A language was asked for on purpose, before anybody signed in. */
export function chooseLanguage(code: string): Language {
  chosen = languages.find((language) => language.code === code)?.code ?? 'en'
  return chosen
}

/** The language asked for on the sign-in page wins, once, over the one this user had last time. */
export function takeChosenLanguage() {
  const language = chosen
  chosen = undefined
  return language
}
